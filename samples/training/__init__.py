"""Makes the reader's networks from rendered photos: ``python -m samples.training faces|edges|towers FOLDERS``.

Needs the extra `train`. What the networks see is cut by the reader's own functions.
"""
