"""Sample photos with truth: the generator that renders them, and the committed sets under photos/.

Nothing in the product imports this package; the benches read only the files it wrote.
"""
