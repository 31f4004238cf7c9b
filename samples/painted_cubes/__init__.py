"""Reading puzzle cubes with painted faces, to measure colours and poses on real photos: `rubiks` and `trifinger`.

No part of the referee: its own cubes are told by `vision`.
"""
