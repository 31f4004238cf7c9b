"""Makes the reader's two networks from rendered photos: ``python -m samples.training faces|towers FOLDERS``.

Needs the extra `train`. What the networks see is cut by the reader's own functions.
"""
