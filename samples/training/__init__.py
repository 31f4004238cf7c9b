"""Makes the reader's two networks from rendered photos: ``python -m samples.training faces|types FOLDERS``.

Needs the extra `train`. What the networks see is cut by the reader's own functions.
"""
