"""Photos as people have them, made into one kind of frame: upright, 8 bits, BGR. Called by every command that sees."""

import io
import re
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import ExifTags, Image, ImageCms, UnidentifiedImageError

from calibration.arrays import UInt8Array
from calibration.focal_prior import ClaimedFocal

from .drawings.pictures import READING_DRAWN
from .errors import PhotoError, UnopenedError
from .videos import is_video_name

#: Above this a picture is refused before it is decoded: decompression bombs are far above.
LARGEST_MEGAPIXELS = 80
#: The same for JPEG that is made smaller while it is decoded, as phones of 108 and 200 MP write it.
LARGEST_JPEG_MEGAPIXELS = 250
#: Below this little is read. Of 74 rendered photos with the mat, made 215 pixels wide or high, all are still found, and
#: 60 instead of 70 towers are read without a mistake (docs/accuracy/harder-photos.md).
SMALLEST_SIDE_PX = 120
#: Pictures are halved as long as their long side stays above this; a cube is then still some 60 pixels wide.
ENOUGH_LONG_SIDE_PX = 1600

# What is too large is refused here, by format.
Image.MAX_IMAGE_PIXELS = None
_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "AVIF")
_JPEG = ("JPEG", "MPO")
_FORMATS_IN_WORDS = "JPEG, PNG, WebP, HEIC, AVIF, TIFF or BMP"
_DIAGONAL_35MM = 43.267  # of the 36 x 24 mm film frame, on which "35 mm equivalent" is defined (CIPA DCG-001)

# The EXIF orientations 2 to 8, as what has to be done to stand the picture upright (EXIF 2.32, tag 0x0112).
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# What Pillow's decoders raise on damaged files.
_DAMAGE = (OSError, SyntaxError, ValueError, struct.error, EOFError, OverflowError, RuntimeError)


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo, ready to be read.

    Attributes
    ----------
    path : Path
    frame_bgr : uint8 array of shape (height, width, 3)
        Upright, sRGB, transparency on white; large photos are reduced (see `ENOUGH_LONG_SIDE_PX`).
    full_size_wh : tuple of int
        Width and height of the upright photo before it was reduced.
    claimed_focal : ClaimedFocal or None
        The focal length by the photo's EXIF data, for `frame_bgr`.
    """

    path: Path
    frame_bgr: UInt8Array
    full_size_wh: tuple[int, int]
    claimed_focal: ClaimedFocal | None


def load_photo(path: Path, smallest_side_px: int = SMALLEST_SIDE_PX) -> Photo:
    """Load a photo in any of the formats that cameras, phones and editors write.

    Parameters
    ----------
    path : Path
    smallest_side_px : int
        Pictures with a shorter side are refused.

    Raises
    ------
    PhotoError
        If the file is missing, no photo, damaged, too small or too large; the message is one line.
    UnopenedError
        If the file, as it is, may be read another time.
    """
    header = _read_header(path)
    if header[4:8] == b"ftyp":
        _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=UserWarning, module="PIL")
            image = Image.open(path, formats=(*_FORMATS, "HEIF") if header[4:8] == b"ftyp" else _FORMATS)
            with image:
                _require_size(image, path, smallest_side_px)
                if image.format in _JPEG:
                    _require_whole_jpeg(path)
                return _decode(image, path)
    except UnidentifiedImageError as error:
        what = "is not a photo, or in a format that is not read"
        if is_video_name(path):
            what = "is a video, which `watch` follows, and a photo is wanted"
        raise PhotoError(f"{path}: {what}; give a {_FORMATS_IN_WORDS} file") from error
    except _DAMAGE as error:
        raise PhotoError(f"{path}: is damaged or cut short ({error}); copy it again from the camera") from error
    except MemoryError as error:
        raise UnopenedError(f"{path}: does not fit in memory; save it smaller") from error


def _read_header(path: Path) -> bytes:
    """The file's first bytes, once it is known to be a file with something in it."""
    try:
        if path.is_dir():
            remedy = f"name photos in it, such as {path}/*.jpg (`check --batch` reads many towers)"
            raise PhotoError(f"{path}: is a folder; {remedy}")
        if path.exists() and not path.is_file():
            raise PhotoError(f"{path}: is not a regular file; save the photo first")
        with path.open("rb") as handle:
            header = handle.read(16)
    except FileNotFoundError as error:
        is_address = re.match(r"https?:", str(path))
        what = "is no file; download the photo first" if is_address else "there is no such file"
        raise PhotoError(f"{path}: {what}") from error
    except OSError as error:
        remedy = "change its permissions, or copy it elsewhere"
        raise UnopenedError(f"{path}: cannot be read ({error.strerror}); {remedy}") from error
    except ValueError as error:
        raise PhotoError(f"{path}: cannot be read ({error})") from error
    if not header:
        raise PhotoError(f"{path}: is empty; copy it again from the camera")
    return header


def _register_heif() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)


def _require_size(image: Image.Image, path: Path, smallest_side_px: int) -> None:
    width, height = image.size
    # Of progressive JPEG all of the picture is held in memory first.
    is_made_smaller = image.format in _JPEG and not image.info.get("progressive")
    most = LARGEST_JPEG_MEGAPIXELS if is_made_smaller else LARGEST_MEGAPIXELS
    if width * height > most * 1e6:
        raise PhotoError(f"{path}: has {width * height / 1e6:.1f} megapixels, more than {most}; save it smaller")
    if min(width, height) < smallest_side_px:
        better = ", better 1000 or more" if smallest_side_px == SMALLEST_SIDE_PX else ""
        raise PhotoError(f"{path}: is too small ({width}x{height}); each side needs {smallest_side_px} pixels{better}")


# What libjpeg warns of where data within the picture are lost; of bytes too many it also warns in sound pictures.
_LOST_DATA = ("premature end of data segment", "bad Huffman code")


def _require_whole_jpeg(path: Path) -> None:
    """Raise `ValueError` for a JPEG picture that is damaged within: Pillow goes on there, all that follows shifted."""
    import simplejpeg

    try:
        # An eighth of the size, as the colours do not matter here.
        simplejpeg.decode_jpeg(path.read_bytes(), "GRAY", min_height=1, min_width=1, min_factor=8, strict=True)
    except ValueError as error:
        # What else it does not decode, Pillow may.
        if any(warning in str(error) for warning in _LOST_DATA):
            raise


def _decode(image: Image.Image, path: Path) -> Photo:
    width, height = image.size
    orientation, focal_35mm, description = _read_exif(image)
    if description == READING_DRAWN:
        raise PhotoError(f"{path}: is {READING_DRAWN}; give the photo itself")
    reduced = _reduced(image)
    upright = _as_rgb(reduced, path)
    if orientation in _UPRIGHT:
        upright = upright.transpose(_UPRIGHT[orientation])
    sideways = orientation in (5, 6, 7, 8)
    focal_px = focal_35mm / _DIAGONAL_35MM * float(np.hypot(*upright.size)) if focal_35mm else None
    return Photo(
        path=path,
        frame_bgr=np.asarray(cv2.cvtColor(np.asarray(upright), cv2.COLOR_RGB2BGR), np.uint8),
        full_size_wh=(height, width) if sideways else (width, height),
        claimed_focal=ClaimedFocal(focal_px, upright.size) if focal_px else None,
    )


def _read_exif(image: Image.Image) -> tuple[int, float | None, str]:
    """Orientation (1 if unknown or seen to), 35 mm equivalent focal length, and description.

    Damaged EXIF data counts as none.
    """
    try:
        exif = image.getexif()
        # Pillow turns TIFF files by itself.
        orientation = 1 if image.format == "TIFF" else int(exif.get(ExifTags.Base.Orientation, 1))
        description = str(exif.get(ExifTags.Base.ImageDescription, ""))
        focal_35mm = float(exif.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.FocalLengthIn35mmFilm, 0))
    except (*_DAMAGE, TypeError, KeyError, ZeroDivisionError):
        return 1, None, ""
    return orientation, focal_35mm if 5 <= focal_35mm <= 1000 else None, description


def _reduced(image: Image.Image) -> Image.Image:
    """The picture, halved as often as it stays large enough; JPEG does so while decoding, which is much faster."""
    factor = 1
    while factor < 8 and max(image.size) >= 2 * factor * ENOUGH_LONG_SIDE_PX:
        factor *= 2
    if factor == 1:
        image.load()
        return image
    goal_wh = (-(-image.width // factor), -(-image.height // factor))
    image.draft(None, goal_wh)
    image.load()
    remaining = round(image.width / goal_wh[0])
    # Palette entries and 16-bit samples cannot be averaged; such files are small or rare and are converted whole.
    return image.reduce(remaining) if remaining > 1 and image.mode in ("L", "LA", "RGB", "RGBA", "CMYK") else image


def _as_rgb(image: Image.Image, path: Path) -> Image.Image:
    """The picture as sRGB with 8 bits, transparency laid on white."""
    if image.mode.startswith("I"):
        # 16-bit greys: Pillow would clip them instead of scaling them.
        grey = np.clip(np.asarray(image, np.int64), 0, 65535) >> 8
        return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
    if image.mode == "F":
        raise PhotoError(f"{path}: holds floating-point numbers instead of colours; save it as JPEG or PNG")
    alpha = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    opaque = _as_srgb(image if image.mode in ("RGB", "CMYK") else image.convert("RGB"), image.info.get("icc_profile"))
    if alpha is None:
        return opaque
    on_white = Image.new("RGB", opaque.size, "white")
    on_white.paste(opaque, mask=alpha)
    return on_white


def _as_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """An RGB or CMYK picture as sRGB, by its colour profile if that can be used."""
    if profile:
        try:
            converted = ImageCms.profileToProfile(
                image, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
            )
        except (ImageCms.PyCMSError, OSError):
            converted = None  # Damaged, or of grey tones: the numbers as they are come close enough.
        if converted is not None:
            return converted
    return image if image.mode == "RGB" else image.convert("RGB")
