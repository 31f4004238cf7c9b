import errno
import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import ExifTags, Image, ImageCms

from referee.errors import PhotoError, UnopenedError
from referee.photos import (
    ENOUGH_LONG_SIDE_PX,
    LARGEST_JPEG_MEGAPIXELS,
    LARGEST_MEGAPIXELS,
    SMALLEST_SIDE_PX,
    load_photo,
)

# Four patches: red above green on the left, blue above grey on the right; a wrong turn or colour order shows at once.
RED, GREEN, BLUE, GREY = (200, 40, 30), (40, 160, 60), (30, 60, 190), (128, 128, 128)


def four_patches(width: int = 640, height: int = 480) -> Image.Image:
    corners = np.array([[RED, BLUE], [GREEN, GREY]], np.uint8)
    return Image.fromarray(corners).resize((width, height), Image.Resampling.NEAREST)


def patches_rgb(frame_bgr: np.ndarray) -> np.ndarray:
    height, width = frame_bgr.shape[:2]
    rows, columns = [height // 4, height * 3 // 4], [width // 4, width * 3 // 4]
    return frame_bgr[np.ix_(rows, columns)][..., ::-1].astype(int)


def assert_four_patches(frame_bgr: np.ndarray, tolerance: int = 6) -> None:
    assert frame_bgr.dtype == np.uint8
    np.testing.assert_allclose(patches_rgb(frame_bgr), [[RED, BLUE], [GREEN, GREY]], atol=tolerance)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif", "a.bmp", "a.heic", "a.avif", "a.JPEG"])
def test_every_format_gives_the_same_frame(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name.endswith("heic"):
        pillow_heif.from_pillow(four_patches()).save(path)
    else:
        four_patches().save(path)
    photo = load_photo(path)
    assert_four_patches(photo.frame_bgr)
    assert photo.frame_bgr.shape == (480, 640, 3)
    assert photo.full_size_wh == (640, 480)
    assert photo.claimed_focal is None


def test_the_content_counts_not_the_name(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    four_patches().save(path, format="JPEG")
    assert_four_patches(load_photo(path).frame_bgr)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif", ".tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_rotation_stands_the_photo_upright(tmp_path: Path, orientation: int, suffix: str) -> None:
    # How the sensor stores the upright picture so that the orientation's transform restores it (EXIF 2.32).
    stored = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    picture = four_patches() if stored is None else four_patches().transpose(stored)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    path = tmp_path / f"a{suffix}"
    picture.save(path, exif=exif)
    photo = load_photo(path)
    assert photo.frame_bgr.shape == (480, 640, 3)
    assert photo.full_size_wh == (640, 480)
    assert_four_patches(photo.frame_bgr)


def test_16_bit_colour_and_grey_are_scaled_not_clipped(tmp_path: Path) -> None:
    colour = np.asarray(four_patches()).astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / "colour.png"), colour[..., ::-1])
    cv2.imwrite(str(tmp_path / "colour.tif"), colour[..., ::-1])
    cv2.imwrite(str(tmp_path / "grey.png"), colour[..., 1])
    assert_four_patches(load_photo(tmp_path / "colour.png").frame_bgr)
    assert_four_patches(load_photo(tmp_path / "colour.tif").frame_bgr)
    greys = patches_rgb(load_photo(tmp_path / "grey.png").frame_bgr)
    np.testing.assert_array_equal(greys[..., 0], [[RED[1], BLUE[1]], [GREEN[1], GREY[1]]])
    np.testing.assert_array_equal(greys[..., 0], greys[..., 2])


@pytest.mark.parametrize("mode", ["L", "1", "LA", "P", "RGBA", "CMYK", "YCbCr"])
def test_every_pixel_layout_becomes_bgr(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("a.jpg" if mode in ("CMYK", "YCbCr") else "a.png")
    (four_patches().quantize(8) if mode == "P" else four_patches().convert(mode)).save(path)
    frame_bgr = load_photo(path).frame_bgr
    assert frame_bgr.shape == (480, 640, 3)
    if mode in ("P", "RGBA", "CMYK", "YCbCr"):
        assert_four_patches(frame_bgr)
    else:
        np.testing.assert_array_equal(frame_bgr[..., 0], frame_bgr[..., 2])


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    picture = four_patches().convert("RGBA")
    picture.paste((0, 0, 0, 0), (320, 0, 640, 480))
    picture.save(tmp_path / "a.png")
    patches = patches_rgb(load_photo(tmp_path / "a.png").frame_bgr)
    np.testing.assert_array_equal(patches[:, 1], 255)
    np.testing.assert_array_equal(patches[:, 0], [RED, GREEN])


def test_a_grey_photo_with_transparency_is_reduced_and_laid_on_white(tmp_path: Path) -> None:
    picture = Image.new("LA", (3200, 400), (90, 255))
    picture.paste((90, 0), (0, 0, 1600, 400))
    picture.save(tmp_path / "a.png")
    photo = load_photo(tmp_path / "a.png")
    assert photo.frame_bgr.shape == (200, 1600, 3)
    assert (photo.frame_bgr[100, [400, 1200]] == [[255], [90]]).all()


def test_a_colour_profile_is_applied_and_a_broken_one_ignored(tmp_path: Path) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    four_patches().save(tmp_path / "srgb.png", icc_profile=srgb)
    four_patches().save(tmp_path / "broken.png", icc_profile=b"no profile at all")
    # The same profile with the primaries of red and blue exchanged.
    swapped = srgb.replace(b"rXYZ", b"....", 1).replace(b"bXYZ", b"rXYZ", 1).replace(b"....", b"bXYZ", 1)
    four_patches().save(tmp_path / "swapped.png", icc_profile=swapped)
    four_patches().convert("RGBA").save(tmp_path / "clear.png", icc_profile=swapped)
    four_patches().quantize(16).save(tmp_path / "palette.png", icc_profile=swapped)
    for name in ("swapped.png", "clear.png", "palette.png"):
        patches = patches_rgb(load_photo(tmp_path / name).frame_bgr)
        np.testing.assert_allclose(patches[..., ::-1], [[RED, BLUE], [GREEN, GREY]], atol=6)


@pytest.mark.parametrize(
    ("size_wh", "expected_wh"),
    [
        ((3000, 2000), (3000, 2000)),
        ((4000, 3000), (2000, 1500)),
        ((4033, 3025), (2017, 1513)),
        ((8000, 6000), (2000, 1500)),
    ],
)
@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_large_photos_are_reduced_but_keep_their_size_in_mind(
    tmp_path: Path, size_wh: tuple[int, int], expected_wh: tuple[int, int], name: str
) -> None:
    four_patches(*size_wh).save(tmp_path / name, compress_level=1)
    photo = load_photo(tmp_path / name)
    assert photo.full_size_wh == size_wh
    assert photo.frame_bgr.shape == (expected_wh[1], expected_wh[0], 3)
    assert max(expected_wh) >= ENOUGH_LONG_SIDE_PX
    assert_four_patches(photo.frame_bgr)


def test_a_jpeg_as_large_as_phones_write_is_read(tmp_path: Path) -> None:
    Image.new("L", (12000, 9000), 128).save(tmp_path / "a.jpg")
    photo = load_photo(tmp_path / "a.jpg")
    assert photo.full_size_wh == (12000, 9000)
    assert photo.frame_bgr.shape == (2250, 3000, 3)
    assert (photo.frame_bgr == 128).all()


def test_exif_claims_a_focal_length_in_pixels_of_the_frame(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLengthIn35mmFilm] = 26
    four_patches(4000, 3000).save(tmp_path / "a.jpg", exif=exif)
    # 26 mm on a 43.27 mm diagonal; the reduced frame's diagonal is 2500 pixels.
    claimed = load_photo(tmp_path / "a.jpg").claimed_focal
    assert claimed.focal_px == pytest.approx(26 / 43.27 * 2500, rel=1e-3)


def test_damaged_exif_data_is_ignored(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    raw = bytearray(exif.tobytes())
    raw[10:] = b"\xff" * (len(raw) - 10)
    four_patches().save(tmp_path / "a.jpg", exif=bytes(raw))
    assert_four_patches(load_photo(tmp_path / "a.jpg").frame_bgr)


def jpeg_bytes(progressive: bool = False) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    target = io.BytesIO()
    Image.fromarray(noise).save(target, "JPEG", progressive=progressive)
    return target.getvalue()


def avif_bytes() -> bytes:
    target = io.BytesIO()
    four_patches().save(target, "AVIF")
    return target.getvalue()


def jpeg_of_size(width: int, height: int, progressive: bool = False) -> bytes:
    """A JPEG file that claims another size than its data have."""
    claimed, true = struct.pack(">HH", height, width), struct.pack(">HH", 480, 640)
    return jpeg_bytes(progressive).replace(true, claimed, 1)


def png_of_size(width: int, height: int) -> bytes:
    """A well-formed PNG header that claims a size; what follows never gets decoded."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    end = b"IDAT" + zlib.compress(b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (chunk, end)
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"cell phones are not photos", "is not a photo, or in a format that is not read; give a JPEG"),
        (b"\x00\x00\x00\x18ftypheic no more", "is not a photo|is damaged"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 400 400\n", "is not a photo"),
        (jpeg_bytes()[:9000], "is damaged or cut short"),
        (jpeg_bytes()[:9000] + jpeg_bytes()[12000:], "is damaged or cut short .*premature end of data"),
        (avif_bytes()[:-50], "is damaged or cut short"),
        (png_of_size(640, 480), "is damaged or cut short"),
        (png_of_size(9100, 9000), f"81.9 megapixels, more than {LARGEST_MEGAPIXELS}"),
        (png_of_size(60000, 60000), f"3600.0 megapixels, more than {LARGEST_MEGAPIXELS}"),
        (jpeg_of_size(12000, 9000, progressive=True), f"108.0 megapixels, more than {LARGEST_MEGAPIXELS}"),
        (jpeg_of_size(16000, 16000), f"256.0 megapixels, more than {LARGEST_JPEG_MEGAPIXELS}"),
        (jpeg_of_size(16000, 15000), "is damaged or cut short"),
        (png_of_size(SMALLEST_SIDE_PX - 1, 4000), "is too small"),
    ],
)
def test_unusable_files_are_refused_in_one_line_that_names_them(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    with pytest.raises(PhotoError, match=message) as caught:
        load_photo(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_cameras_leave_behind_the_data_of_a_jpeg_is_no_damage(tmp_path: Path) -> None:
    end_of_image = jpeg_bytes()[-2:]
    (tmp_path / "sound.jpg").write_bytes(jpeg_bytes())
    (tmp_path / "padded.jpg").write_bytes(jpeg_bytes()[:-2] + bytes(14) + end_of_image + bytes(64))
    np.testing.assert_array_equal(
        load_photo(tmp_path / "padded.jpg").frame_bgr, load_photo(tmp_path / "sound.jpg").frame_bgr
    )


def test_a_video_in_place_of_a_photo_is_sent_to_watch(tmp_path: Path) -> None:
    video = tmp_path / "IMG_0001.MOV"
    video.write_bytes(b"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00")
    with pytest.raises(PhotoError, match="is a video, which `watch` follows, and a photo is wanted; give a JPEG"):
        load_photo(video)


def test_missing_files_folders_and_pipes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="no such file"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        load_photo(tmp_path)
    with pytest.raises(PhotoError, match="not a regular file"):
        load_photo(Path(os.devnull))


def test_floating_point_pictures_are_refused(tmp_path: Path) -> None:
    Image.fromarray(np.zeros((300, 300), np.float32)).save(tmp_path / "a.tif")
    with pytest.raises(PhotoError, match="floating-point"):
        load_photo(tmp_path / "a.tif")


def test_a_photo_that_may_not_be_opened_may_be_read_another_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    four_patches().save(tmp_path / "a.png")

    def refuse(self: Path, mode: str) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnopenedError, match=r"cannot be read \(Permission denied\); change its permissions"):
        load_photo(tmp_path / "a.png")
