"""Short scenes, each drawn to one golden still of its name."""

from __future__ import annotations

from drawing import Construct
from manim import DOWN, Animation, VGroup
from manim.animation.animation import prepare_animation

from film.scene import LessonScene

STILLS: dict[str, Construct] = {}


def still(draws: Construct) -> Construct:
    """A scene with a golden still of its name."""
    STILLS[draws.__name__] = draws
    return draws


def halfway(scene: LessonScene, animation: Animation, share: float = 0.5) -> None:
    """Leave the scene in the middle of a play."""
    animation = prepare_animation(animation)
    animation.begin()
    animation.interpolate(share)
    if animation.mobject not in scene.get_mobject_family_members():
        scene.add(animation.mobject)


def column(*mobjects: VGroup, gap: float = 0.5) -> VGroup:
    """One under the other, in the middle."""
    return VGroup(*mobjects).arrange(DOWN, buff=gap)
