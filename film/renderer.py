"""Manim's Cairo renderer, reduced to what a beat needs: skip until told to draw, then write to one piece."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from manim import Camera, Mobject, Scene, config
from manim.renderer.cairo_renderer import CairoRenderer
from manim.scene.scene_file_writer import SceneFileWriter
from manim.typing import PixelArray

from film.clock import frames, nearest_tick
from film.encode import PieceWriter
from film.lesson import Quality

FRAME_HEIGHT = 8.0
FRAME_WIDTH = FRAME_HEIGHT * 16 / 9


class NoFileWriter(SceneFileWriter):
    """Takes the place of Manim's writer: pieces are written by `PieceRenderer` itself."""

    def __init__(self, settings: Any) -> None:
        self.settings = settings
        self.output_spec = settings.plan.output
        self.subcaptions = []

    def next_section(self, name: str, type_: str, skip_animations: bool) -> None:
        """Sections are the beats; the scene need not cut them."""

    def add_partial_movie_file(self, hash_animation: str | None) -> None:
        """No partial movies."""

    def begin_animation(self, allow_write: bool = False, animation_index: int | None = None) -> None:
        """No partial movies."""

    def end_animation(self, allow_write: bool = False) -> None:
        """No partial movies."""


class PieceRenderer(CairoRenderer):
    """Draws while it has a piece to write to; otherwise every play is skipped in one step.

    Attributes
    ----------
    piece
        Where frames go; None while skipping.
    """

    def __init__(self) -> None:
        super().__init__(file_writer_class=NoFileWriter, camera_class=Camera)
        self.piece: PieceWriter | None = None

    def update_skipping_status(self) -> None:
        """Skip whatever has no piece to go to."""
        self.skip_animations = self.piece is None

    def update_frame(self, scene: Scene, mobjects: Iterable[Mobject] | None = None, **kwargs: Any) -> None:
        """Manim draws skipped plays, too (static images); this does not."""
        if not self.skip_animations:
            super().update_frame(scene, mobjects, **kwargs)

    def save_static_frame_data(self, scene: Scene, static_mobjects: Iterable[Mobject]) -> PixelArray | None:
        """The part of the picture that does not move in this play."""
        if self.skip_animations:
            self.static_image = None
            return None
        return super().save_static_frame_data(scene, static_mobjects)

    def render(self, scene: Scene, time: float, moving_mobjects: Iterable[Mobject] | None = None) -> None:
        """Draw one frame and pass it on."""
        if not self.skip_animations:
            self.update_frame(scene, moving_mobjects)
            self.add_frame(self.camera.pixel_array)

    def add_frame(self, frame: PixelArray, num_frames: int = 1) -> None:
        """Pass a frame on; the piece copies it."""
        if self.piece is not None:
            self.piece.write(frame, repeat=num_frames)

    def freeze_current_frame(self, duration: float) -> None:
        """Hold the frame; Manim truncates the length and loses a frame now and then."""
        self.add_frame(self.camera.pixel_array, frames(nearest_tick(duration), int(config.frame_rate)))


def configure_manim(quality: Quality, background: str) -> None:
    """Set Manim's global configuration for one quality."""
    config.pixel_width, config.pixel_height = quality.width, quality.height
    config.frame_height, config.frame_width = FRAME_HEIGHT, FRAME_WIDTH
    config.frame_rate = quality.fps
    config.background_color = background
    config.disable_caching = True
    config.progress_bar = "none"
    config.verbosity = "WARNING"
    config.seed = 0
