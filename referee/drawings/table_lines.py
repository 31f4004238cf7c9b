"""The lines that show on a picture what stands on the squares of Les Tours de Babel.

Used for photos by `annotate_table` and for the live window.
"""

from .face_lines import Bgr

#: Outline of a top by its family: bamboo green, circles blue, characters violet, for red are faults.
FAMILY_COLOURS: dict[str, Bgr] = {"b": (60, 160, 60), "c": (200, 110, 40), "w": (170, 60, 130)}
