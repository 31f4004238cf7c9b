"""Knows how to turn a scene into light on a sensor: Mitsuba 3 traces it, Open Image Denoise smooths it.

Called by samples.generate. The only module that needs these two libraries.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

import drjit as dr
import mitsuba as mi
import numpy as np
import pyoidn
from numpy.typing import NDArray

from calibration.arrays import Float32Array, FloatArray, IntArray
from calibration.camera import rotation_about_vertical
from rules.games.babel import face_letters

from .camera import Camera, straight_tangents
from .cube_mesh import FACE_NAMES, cube_mesh
from .lights import Light
from .paint import TILE_PX, CubePainter
from .scene import Scene, StandingCube
from .shades import Card
from .surfaces import mat_picture, room_picture, table_picture
from .tile_mesh import tile_mesh
from .tile_set import SIDE_PX, TilePainter, TileSet

Picture = Float32Array
Window = tuple[int, int, int, int]
"""Left, top, width and height, in pixels."""
_ATLAS_COLUMNS = 4
_TABLE_THICKNESS = 0.8
_MAT_THICKNESS = 0.01
#: A path of light has at most so many parts: from the lamp over four surfaces to the camera.
MAX_DEPTH = 5
_SIZE_STEP_PX = 64


def use_fastest_variant(threads: int | None = None) -> str:
    """Choose a graphics card where Mitsuba can use one, compiled rendering where a fitting LLVM is installed, else the
    slow scalar one that runs everywhere; with so many threads, or one for each core."""
    if threads:
        dr.set_thread_count(threads)
    for variant in ("cuda_ad_rgb", "llvm_ad_rgb"):
        try:
            mi.set_variant(variant)
            mi.load_dict({"type": "scene", "shape": {"type": "sphere"}})
        except (ImportError, AttributeError, RuntimeError):
            continue
        return variant
    mi.set_variant("scalar_rgb")
    return "scalar_rgb"


def render_views(views: Sequence[Scene], samples_per_pixel: int) -> Iterator[Picture]:
    """Linear RGB pictures (height, width, 3) of a scene from one or more places, through an undistorted lens.

    The pictures are larger than the camera's by what its lens distortion needs; see ``undistorted_size``.

    Parameters
    ----------
    views
        Scenes that differ in nothing but the camera.
    samples_per_pixel
        Light paths traced for each pixel.
    """
    for (picture_rgb,) in render_lights(views, (views[0].light,), samples_per_pixel):
        yield picture_rgb


def render_lights(
    views: Sequence[Scene],
    lights: Sequence[Light],
    samples_per_pixel: int,
    windows_px: Sequence[Window] | None = None,
    guide_samples: int = 8,
    max_depth: int = MAX_DEPTH,
) -> Iterator[tuple[Picture, ...]]:
    """Like `render_views`, each view once under each of several lights.

    Parameters
    ----------
    views, samples_per_pixel
        As there; the light of the views is left aside.
    lights
        What each view is rendered under.
    windows_px
        For each view what to render of its picture; the whole of it by default. The rest is filled with the median.
    guide_samples
        Light paths traced for what the denoiser is told of surfaces.
    max_depth
        Parts of the longest path of light; with 2, no surface lights another.
    """
    # Memory of earlier scenes is kept otherwise: a hundred towers took nine gigabytes.
    gc.collect()
    dr.flush_malloc_cache()
    surfaces = _surfaces(views[0])
    lit = [mi.load_dict(_description(views[0], light, surfaces, samples_per_pixel)) for light in lights]
    windows: Sequence[Window | None] = windows_px or (None,) * len(views)
    for scene, window in zip(views, windows, strict=True):
        sensor = mi.load_dict(_sensor(scene.camera, samples_per_pixel, window))
        pictures = _traced(lit, sensor, samples_per_pixel, guide_samples, max_depth, scene.seed % 2**31)
        size = undistorted_size(scene.camera)
        yield tuple(pictures if window is None else (_framed(picture, size, window) for picture in pictures))


def _traced(
    lit: Sequence[Any], sensor: Any, samples_per_pixel: int, guide_samples: int, max_depth: int, seed: int
) -> list[Picture]:
    """What a sensor sees of a scene under each of several lights."""
    paths = mi.load_dict({"type": "path", "max_depth": max_depth})
    # Colour and guides in one pass ("aov" around "path") takes twice as long as one after the other.
    guides = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    layers = np.array(mi.render(lit[0], sensor=sensor, integrator=guides, spp=guide_samples, seed=seed), np.float32)
    albedo, normal = _where_denoised(np.clip(layers[..., :3], 0, 1), layers[..., 3:])
    pictures = []
    for loaded in lit:
        traced = mi.render(loaded, sensor=sensor, integrator=paths, spp=samples_per_pixel, seed=seed)
        (colour,) = _where_denoised(np.nan_to_num(np.array(traced, np.float32), nan=0.0, posinf=1e4))
        smooth = pyoidn.denoise(colour, albedo=albedo, normal=normal, hdr=True)
        pictures.append(np.asarray(smooth if isinstance(smooth, np.ndarray) else smooth.cpu()))
    return pictures


def _where_denoised(*pictures: Picture) -> list[Any]:
    """The pictures as the denoiser takes them: as tensors on the graphics card that traced them, or as they are."""
    whole = [np.ascontiguousarray(picture) for picture in pictures]
    if not str(mi.variant()).startswith("cuda") or find_spec("torch") is None:
        return whole
    import torch

    return [torch.from_numpy(picture).cuda() for picture in whole] if torch.cuda.is_available() else whole


def _framed(picture: Picture, size: tuple[int, int], window: Window) -> Picture:
    """A window's picture in its place in the whole one, which its median fills."""
    x, y, width, height = window
    whole = np.full((size[1], size[0], 3), np.median(picture.reshape(-1, 3), axis=0), np.float32)
    whole[y : y + height, x : x + width] = picture
    return whole


def undistorted_size(camera: Camera) -> tuple[int, int]:
    """Width and height of the picture, same focal length and middle, that holds all a distorted one shows."""
    width, height = camera.width - 1, camera.height - 1
    steps = np.linspace(0, 1, 20)
    border = np.concatenate(
        [
            np.stack([steps * width, steps * 0], axis=1),
            np.stack([steps * width, steps * 0 + height], axis=1),
            np.stack([steps * 0, steps * height], axis=1),
            np.stack([steps * 0 + width, steps * height], axis=1),
        ]
    )
    whole = 2 * np.abs(straight_tangents(border, camera.lens)).max(axis=0) * camera.focal_px + 4
    # Mitsuba compiles anew for every size of picture, which takes a second; so there are few sizes.
    across, down = (_SIZE_STEP_PX * int(np.ceil(extent / _SIZE_STEP_PX)) for extent in whole)
    return across, down


def _description(scene: Scene, light: Light, surfaces: dict[str, Any], samples_per_pixel: int) -> dict[str, Any]:
    """The order of the parts is that in which light is sampled: another one gives other noise."""
    description: dict[str, Any] = {
        "type": "scene",
        "sensor": _sensor(scene.camera, samples_per_pixel),
        "cubes": surfaces["cubes"],
        "room": _room(scene.seed, light),
        **surfaces,
    }
    for index, bulb in enumerate(light.bulbs):
        description[f"bulb{index}"] = {
            "type": "sphere",
            "center": bulb.centre_xyz.tolist(),
            "radius": bulb.radius,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": bulb.radiance_rgb.tolist()}},
        }
    if light.shades:
        description["shades"] = _shades(scene.seed, light.shades)
    return description


def _surfaces(scene: Scene) -> dict[str, Any]:
    """All that shines back only, whatever the light."""
    pieces = _cubes(scene) if scene.tile_set is None else _tiles(scene, scene.tile_set)
    surfaces: dict[str, Any] = {"cubes": pieces}
    rng = np.random.default_rng([scene.seed, 2])
    surfaces |= _table(scene, rng)
    if scene.has_mat:
        surfaces["mat"] = _mat(scene, rng)
    if scene.things:
        surfaces["things"] = _things(scene)
    return surfaces


def _sensor(camera: Camera, samples_per_pixel: int, window_px: Window | None = None) -> dict[str, Any]:
    """The camera, or one that shows a window of its picture alone; of a cropped film the place is compiled in."""
    whole = np.array(undistorted_size(camera))
    left, top, width, height = window_px or (0, 0, *whole.tolist())
    beside = (np.array([left + width / 2, top + height / 2]) - whole / 2) / [width, height]
    position = camera.position
    # Mitsuba looks along a line with an up vector; the picture's rows run down the camera's y axis.
    to_world = mi.ScalarTransform4f().look_at(
        origin=position.tolist(),
        target=(position + camera.rotation[2]).tolist(),
        up=(-camera.rotation[1]).tolist(),
    )
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.focal_px))),
        "fov_axis": "x",
        "principal_point_offset_x": float(beside[0]),
        "principal_point_offset_y": float(beside[1]),
        "near_clip": 0.05,
        "far_clip": 1000.0,
        "to_world": to_world,
        "film": {
            "type": "hdrfilm",
            "width": width,
            "height": height,
            "pixel_format": "rgb",
            "component_format": "float32",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent", "sample_count": samples_per_pixel},
    }


def _bitmap(picture: NDArray[Any]) -> dict[str, Any]:
    if picture.ndim == 2:
        picture = picture[..., None]
    data = mi.Bitmap(np.ascontiguousarray(picture, dtype=np.float32))
    return {"type": "bitmap", "bitmap": data, "raw": True, "wrap_mode": "clamp"}


def _mesh(
    name: str, vertices: FloatArray, normals: FloatArray, triangles: IntArray, uv: FloatArray, bsdf: dict[str, Any]
) -> Any:
    properties = mi.Properties()
    properties["mesh_bsdf"] = mi.load_dict(bsdf)
    mesh = mi.Mesh(name, len(vertices), len(triangles), properties, True, True)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = np.ascontiguousarray(vertices, dtype=np.float32).ravel()
    parameters["vertex_normals"] = np.ascontiguousarray(normals, dtype=np.float32).ravel()
    parameters["vertex_texcoords"] = np.ascontiguousarray(uv, dtype=np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(triangles, dtype=np.uint32).ravel()
    parameters.update()
    # The copies run behind our back; a scene built before they end has, once in ten times, a mesh with wrong light.
    dr.eval()
    dr.sync_thread()
    return mesh


def _cubes(scene: Scene) -> Any:
    """All cubes as one mesh with one picture of all their faces, so that every scene compiles to the same kernel."""
    cubes: tuple[StandingCube, ...] = scene.standing + scene.spares
    rows = -(-len(cubes) // _ATLAS_COLUMNS)
    atlas = np.zeros((rows * TILE_PX, _ATLAS_COLUMNS * 6 * TILE_PX, 3), dtype=np.float32)
    roughness = np.full(atlas.shape[:2], 0.5, dtype=np.float32)
    painter = CubePainter(scene.palette, np.random.default_rng([scene.seed, 3]))
    vertices, normals, triangles, uvs = [], [], [], []
    count = 0
    for index, standing in enumerate(cubes):
        mesh = cube_mesh(face_letters(standing.cube.bulges), scene.shape)
        turn = rotation_about_vertical(standing.yaw_deg)
        # What is longer has its edges rounded as a cube has.
        longer = np.sign(mesh.vertices) * scene.shape.edge * (np.array(standing.times_xyz) - 1) / 2
        vertices.append((mesh.vertices + longer) @ turn.T + standing.centre_xyz)
        normals.append(mesh.normals @ turn.T)
        triangles.append(mesh.triangles + count)
        count += len(mesh.vertices)
        row, column = divmod(index, _ATLAS_COLUMNS)
        colour, rough = painter.paint(standing.cube.type)
        for face in range(len(FACE_NAMES)):
            top, left = row * TILE_PX, (column * 6 + face) * TILE_PX
            atlas[top : top + TILE_PX, left : left + TILE_PX] = colour[face]
            roughness[top : top + TILE_PX, left : left + TILE_PX] = rough[face]
        # Half a texel in from the tile's border, or the neighbouring tile would shine through.
        inside = 0.5 + mesh.face_uv * (TILE_PX - 1)
        pixels = inside + np.column_stack(
            [(column * 6 + mesh.face_index) * TILE_PX, np.full(len(inside), row * TILE_PX)]
        )
        uvs.append(pixels / [atlas.shape[1], atlas.shape[0]])
    uv = np.concatenate(uvs)
    bsdf = {
        "type": "principled",
        "base_color": _bitmap(atlas),
        "roughness": _bitmap(roughness),
        "specular": 0.5,
        "clearcoat": scene.palette.lacquer,
        "clearcoat_gloss": scene.palette.lacquer_gloss,
    }
    return _mesh("cubes", np.concatenate(vertices), np.concatenate(normals), np.concatenate(triangles), uv, bsdf)


def _tiles(scene: Scene, tile_set: TileSet) -> Any:
    """All tiles as one mesh with one picture: below the sides of all of them, above what shows of those on top."""
    painter = TilePainter(tile_set, np.random.default_rng([scene.seed, 3]))
    painted = [painter.paint(lying) for lying in scene.tiles]
    bare = [index for index, lying in enumerate(scene.tiles) if not lying.is_covered]
    face_width, face_height = painter.size
    side_width, side_height = SIDE_PX
    per_row = _ATLAS_COLUMNS * face_width // side_width
    ground = side_height * -(-len(painted) // per_row)
    size = np.array([_ATLAS_COLUMNS * face_width, ground + face_height * -(-len(bare) // _ATLAS_COLUMNS)])
    atlas = np.zeros((size[1], size[0], 3), dtype=np.float32)
    roughness = np.full(atlas.shape[:2], tile_set.roughness, dtype=np.float32)
    sizes_xyz = scene.print_scale * tile_set.sizes_xyz
    mesh = tile_mesh(sizes_xyz, tile_set.bevel * sizes_xyz[2])
    vertices, normals, uvs = [], [], []
    for index, (lying, paint) in enumerate(zip(scene.tiles, painted, strict=True)):
        row, column = divmod(index, per_row)
        corner = np.array([column * side_width, row * side_height])
        atlas[corner[1] : corner[1] + side_height, corner[0] : corner[0] + side_width] = paint.sides
        # Half a texel in from each border, or what is beside it would shine through.
        pixels = corner + 0.5 + mesh.uv * (np.array(SIDE_PX) - 1)
        for is_part, height in ((mesh.is_face, side_height - 0.5), (mesh.is_back, 0.5)):
            pixels[is_part, 1] = corner[1] + height
        if not lying.is_covered:
            row, column = divmod(bare.index(index), _ATLAS_COLUMNS)
            corner = np.array([column * face_width, ground + row * face_height])
            here = slice(corner[1], corner[1] + face_height), slice(corner[0], corner[0] + face_width)
            atlas[here], roughness[here] = paint.above, paint.roughness
            is_above = mesh.is_back if lying.is_face_down else mesh.is_face
            pixels[is_above] = corner + 0.5 + mesh.uv[is_above] * [face_width - 1, face_height - 1]
        turn = rotation_about_vertical(lying.yaw_deg) @ np.diag([1, -1, -1] if lying.is_face_down else [1, 1, 1])
        vertices.append(mesh.vertices @ turn.T + lying.centre_xyz)
        normals.append(mesh.normals @ turn.T)
        uvs.append(pixels / size)
    firsts = len(mesh.vertices) * np.arange(len(painted))
    triangles = (firsts[:, None, None] + mesh.triangles).reshape(-1, 3)
    bsdf = {
        "type": "principled",
        "base_color": _bitmap(atlas),
        "roughness": _bitmap(roughness),
        "specular": 0.5,
        "clearcoat": tile_set.coat,
        "clearcoat_gloss": 0.9,
    }
    return _mesh("tiles", np.concatenate(vertices), np.concatenate(normals), triangles, np.concatenate(uvs), bsdf)


def _things(scene: Scene) -> Any:
    vertices, normals, triangles, uvs = [], [], [], []
    count = 0
    side = max(16, len(scene.things))
    colours = np.zeros((2, side, 3), dtype=np.float32)
    for index, thing in enumerate(scene.things):
        vertices.append(thing.vertices)
        normals.append(thing.normals)
        triangles.append(thing.triangles + count)
        count += len(thing.vertices)
        colours[:, index] = thing.colour_rgb
        uvs.append(np.tile([(index + 0.5) / side, 0.5], (len(thing.vertices), 1)))
    bsdf = {
        "type": "twosided",
        "inner": {
            "type": "principled",
            "base_color": _bitmap(colours),
            "roughness": float(np.random.default_rng([scene.seed, 4]).uniform(0.15, 0.9)),
            "specular": 0.5,
        },
    }
    uv = np.concatenate(uvs)
    return _mesh("things", np.concatenate(vertices), np.concatenate(normals), np.concatenate(triangles), uv, bsdf)


def _shades(seed: int, cards: Sequence[Card]) -> Any:
    """All cards as one mesh, so that every scene with some compiles to the same kernel."""
    corners = np.concatenate([card.corners for card in cards])
    normals = np.concatenate([np.tile(np.cross(card.half_u, card.half_v), (4, 1)) for card in cards])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    halves = np.array([[0, 1, 2], [0, 2, 3]])
    triangles = (4 * np.arange(len(cards))[:, None, None] + halves).reshape(-1, 3)
    reflectance = float(np.random.default_rng([seed, 8]).uniform(0.02, 0.5))
    bsdf = {"type": "twosided", "inner": {"type": "diffuse", "reflectance": {"type": "rgb", "value": reflectance}}}
    return _mesh("shades", corners, normals, triangles, np.zeros((len(corners), 2)), bsdf)


def _mat(scene: Scene, rng: np.random.Generator) -> Any:
    """The mat, whose face is the world's ground; a curled one lifts at its corners, but not under what lies on it."""
    steps = np.linspace(-1, 1, 41)
    grid_x, grid_y = (grid.ravel() for grid in np.meshgrid(steps, steps))
    lift_by_corner = rng.uniform(0, 1, 4) ** 2
    weights = np.stack([(1 + sx * grid_x) * (1 + sy * grid_y) / 4 for sx in (-1, 1) for sy in (-1, 1)], axis=1)
    mat = scene.mat_print.mat
    flat = max(0.6, np.sqrt(2) * mat.footprint_side / mat.side)
    reach = np.clip(np.hypot(grid_x, grid_y) - flat, 0, None) ** 2
    lift = scene.mat_curl * reach / reach.max() * (weights @ lift_by_corner)
    half = scene.print_scale * mat.side / 2
    vertices = np.column_stack([grid_x * half, grid_y * half, lift])
    slope_y, slope_x = np.gradient(lift.reshape(41, 41), steps[1] - steps[0])
    normals = np.column_stack([-slope_x.ravel() / half, -slope_y.ravel() / half, np.ones(len(lift))])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    here = (np.arange(40)[:, None] * 41 + np.arange(40)).ravel()
    triangles = np.concatenate(
        [np.column_stack([here, here + 1, here + 42]), np.column_stack([here, here + 42, here + 41])]
    )
    uv = np.column_stack([(grid_x + 1) / 2, (1 - grid_y) / 2])
    bsdf = {"type": "twosided", "inner": {"type": "diffuse", "reflectance": _bitmap(mat_picture(rng, scene.mat_print))}}
    return _mesh("mat", vertices, normals, triangles, uv, bsdf)


def _table(scene: Scene, rng: np.random.Generator) -> dict[str, Any]:
    half = scene.table_side / 2
    place = mi.ScalarTransform4f().translate([*scene.table_middle_xy, -_MAT_THICKNESS if scene.has_mat else 0.0])
    turn = mi.ScalarTransform4f().rotate([0, 0, 1], float(rng.uniform(0, 360)))
    surface = {
        "type": "principled",
        "base_color": _bitmap(table_picture(rng, scene.table_kind, scene.table_side)),
        "roughness": scene.table_roughness,
        "specular": 0.4,
    }
    edge = (
        mi.ScalarTransform4f().translate([0, 0, -_TABLE_THICKNESS / 2 - 0.01]).scale([half, half, _TABLE_THICKNESS / 2])
    )
    return {
        "table": {
            "type": "rectangle",
            "to_world": place @ turn @ mi.ScalarTransform4f().scale([half, half, 1]),
            "bsdf": surface,
        },
        "table_edge": {
            "type": "cube",
            "to_world": place @ turn @ edge,
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": rng.uniform(0.05, 0.6, 3).tolist()}},
        },
    }


def _room(seed: int, light: Light) -> dict[str, Any]:
    picture = room_picture(np.random.default_rng([seed, 5]), light.windows, light.walls_rgb)
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(picture),
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
    }
