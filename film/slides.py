"""Decks of the film, whatever program shows them: a clip for every slide, kept in build/, and a deck nobody has open.

A deck holds its clips' very bytes and is carried to where nobody can mend it. So a kept clip is used again only while each
of its files has the digest that was noted when it was made.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from film.clips import Clip, is_made, make_clip
from film.compile import excerpt
from film.deck import Deck
from film.draw import piece_paths
from film.errors import LessonError
from film.inputs import digest, file_digest
from film.lesson import LOOK, Lesson, Quality
from film.plan import Plan
from film.stitch import film_id, text_of
from film.store import write_text

LOCKS = {".~lock.{}#": "LibreOffice", "~${}": "PowerPoint"}
"""What a program that has a file open puts beside it."""

_FORK = multiprocessing.get_context("fork")


def deck_id(lesson: Lesson, plan: Plan, quality: Quality, *made_with: str) -> str:
    """Names a deck's content: the same plan and look, made in the same way, `made_with` which options and packages."""
    return digest(film_id(lesson, plan, quality), file_digest(lesson.root / LOOK), *made_with)[:32]


def deck_clips(lesson: Lesson, deck: Deck, whole: Plan, quality: Quality, draw: Callable[[Sequence[Plan]], object],
               tell: Callable[[str], None], jobs: int = 1) -> list[Clip]:
    """The clip of each slide, cut from the film where it is not kept.

    Parameters
    ----------
    whole
        The film's plan, which `deck` was made from.
    draw
        Called with the plans of the clips to be cut: it draws what is missing of them.
    tell
        Called with a line for the user when something is about to take time.
    jobs
        How many clips are cut at once.
    """
    plans = [excerpt(whole, slide.chapter, slide.beats) for slide in deck.slides]
    targets = [lesson.build / "clips" / f"{slide.stem}.{quality.name}.mp4" for slide in deck.slides]
    stale = [(plan, target) for plan, target in zip(plans, targets) if not _is_kept(lesson, plan, quality, target)]
    draw([plan for plan, _ in stale])
    if stale:
        tell(f"cutting {len(stale)} {'clip' if len(stale) == 1 else 'clips'}")
        if not _kept_at_once(lesson, stale, quality, min(jobs, len(stale))):
            _keep(lesson, stale, quality)
    return [Clip.at(target, plan.ticks) for plan, target in zip(plans, targets)]


def _kept_at_once(lesson: Lesson, clips: Sequence[tuple[Plan, Path]], quality: Quality, jobs: int) -> bool:
    """Have several processes cut clips; whether all are. None says what went wrong: that is seen when it is done here."""
    if jobs == 1:
        return False
    longest_first = sorted(clips, key=lambda clip: -clip[0].ticks)
    shares = [_FORK.Process(target=_keep_quietly, args=(lesson, longest_first[number::jobs], quality), daemon=True)
              for number in range(jobs)]
    for share in shares:
        share.start()
    for share in shares:
        share.join()
    return all(share.exitcode == 0 for share in shares)


def _keep_quietly(lesson: Lesson, clips: Sequence[tuple[Plan, Path]], quality: Quality) -> None:
    try:
        _keep(lesson, clips, quality)
    except (Exception, KeyboardInterrupt):
        sys.exit(1)


def _is_kept(lesson: Lesson, plan: Plan, quality: Quality, target: Path) -> bool:
    """Whether the clip of `plan` is there and whole."""
    return is_made(lesson, plan, quality, target) and text_of(_note(target)) == _digests(target)


def _keep(lesson: Lesson, clips: Sequence[tuple[Plan, Path]], quality: Quality) -> None:
    """Cut clips, anew those that are damaged, and note their digests."""
    for plan, target in clips:
        if text_of(_note(target)) != _digests(target):
            target.unlink(missing_ok=True)
        make_clip(lesson, plan, quality, piece_paths(plan, quality, lesson.build / "pieces"), target)
        write_text(_note(target), _digests(target))


def refuse_open(target: Path) -> None:
    """Make sure that `target` may be replaced.

    Raises
    ------
    LessonError
        When a program has it open, or it may not be written.
    """
    for pattern, program in LOCKS.items():
        lock = target.with_name(pattern.format(target.name))
        if lock.exists():
            raise LessonError(f"is open in {program}; close it and run again (if it is not open, delete {lock.name!r} beside it)",
                              target)
    if target.exists() and not target.stat().st_mode & 0o222:
        raise LessonError("is read-only; allow writing or move it away, then run again", target)


def _note(target: Path) -> Path:
    return target.with_suffix(".sha256")


def _digests(target: Path) -> str:
    """The digests of a clip's files, as `sha256sum` writes them."""
    files = (target, target.with_suffix(".vtt"), target.with_suffix(".png"))
    return "".join(f"{file_digest(path)}  {path.name}\n" for path in files)
