"""Names of the types of arrays that all rooms use."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Float32Array = NDArray[np.float32]
IntArray = NDArray[np.int64]
UInt8Array = NDArray[np.uint8]
BoolArray = NDArray[np.bool_]
