"""The command line: what `render.py` does."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from film.compile import excerpt, make_plan, with_only
from film.clock import seconds
from film.crew import Crew
from film.draw import draw, frames_to_draw, piece_paths
from film.errors import LessonError
from film.lesson import LOOK, Lesson, Quality, load_lesson
from film.plan import Plan, words_per_minute
from film.progress import counting, say
from film.stitch import publish, stitch
from film.store import make_folder, sweep

if TYPE_CHECKING:  # slow to load, and most commands do without
    from film.clips import Clip
    from film.deck import Deck
    from film.theme import Theme


def main(root: Path, arguments: list[str] | None = None) -> int:
    """Run one command on the lesson in `root`; the exit code: 0, 1 when `check` finds a fault, 2 for what the user can mend."""
    root = Path(os.path.abspath(root))
    options = _parser().parse_args(_with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        return options.run(load_lesson(root), options) or 0
    except LessonError as error:
        if options.debug:
            traceback.print_exc()
        say(f"error: {_one_line(error, root)}")
        return 2
    except Exception as error:
        if options.debug:
            raise
        say(f"error: {type(error).__name__}: {_one_line(error, root)} (a fault of this program; --debug shows where)")
        return 1
    except KeyboardInterrupt:
        say("stopped; what was finished is kept, and the next run goes on from there")
        return 130


def video(lesson: Lesson, options: argparse.Namespace) -> None:
    """Render the film, or a film of some chapters."""
    quality = lesson.quality(options.quality or lesson.film_quality)
    target = lesson.output / f"{_film_name(lesson, quality, options.chapters)}.mp4"
    _make_ready(lesson, target)
    with _crew(lesson, options) as crew:
        plan = _plan(lesson, options, crew, options.chapters)
        publish(lesson, plan, quality, target, lambda: _draw(lesson, plan, plan, quality, crew))
    _last_line(lesson, plan, target)


def preview(lesson: Lesson, options: argparse.Namespace) -> None:
    """Render one chapter, or one beat of it, with its sound."""
    quality = lesson.quality(options.quality or lesson.preview_quality)
    lesson.chapter(options.chapter)
    name = "-".join(filter(None, (options.chapter, options.beat)))
    target = lesson.output / "previews" / f"{name}.{quality.name}.mp4"
    _make_ready(lesson, target)
    with _crew(lesson, options) as crew:
        whole = _plan(lesson, options, crew, [options.chapter])
        plan = excerpt(whole, options.chapter, [options.beat] if options.beat else ())
        stitch(lesson, plan, quality, _draw(lesson, plan, whole, quality, crew), target)
    _last_line(lesson, plan, target)


def sheet(lesson: Lesson, options: argparse.Namespace) -> None:
    """Put the film, or a film of some chapters, on paper.

    In the film's quality, as `video`: the pieces drawn for one serve the other, and the sheet has the film's name.
    """
    from film.sheet import pages_folder, publish_sheet  # loads what writes and draws PDFs, which only this needs

    quality = lesson.quality(options.quality or lesson.film_quality)
    target = lesson.output / f"{_film_name(lesson, quality, options.chapters)}.sheet.pdf"
    _make_ready(lesson, target)
    sweep(pages_folder(target))
    with _crew(lesson, options) as crew:
        plan = _plan(lesson, options, crew, options.chapters)
        pages = publish_sheet(lesson, plan, quality, target, lambda: _draw(lesson, plan, plan, quality, crew))
    print(f"{_shown(target, lesson.root)}: {pages} page{'s' * (pages > 1)}{_note(lesson, plan)}")


def clips(lesson: Lesson, options: argparse.Namespace) -> None:
    """Cut chapters, beats and steps out of the film."""
    from film.clips import is_made, make_clip
    from film.gif import TooLarge
    from film.selection import contents

    quality = lesson.quality(options.quality or lesson.film_quality)
    found = contents(lesson)
    parts = found.find(options.parts) if options.parts else found.worth_a_clip(short=options.format == "gif")
    variant = {"silent": options.silent and options.format != "gif", "loop": options.loop}  # a GIF is silent anyway
    folder = lesson.output / "clips"
    targets = {part: folder / _clip_name(part.stem, quality, options.format, **variant) for part in parts}
    _make_ready(lesson, targets[parts[0]])
    chapters = [chapter.id for chapter in lesson.chapters if any(part.chapter == chapter.id for part in parts)]
    with _crew(lesson, options) as crew:
        whole = _plan(lesson, options, crew, chapters)
        plans = {part: excerpt(whole, part.chapter, part.beats) for part in parts}
        stale = [part for part in parts if not is_made(lesson, plans[part], quality, targets[part], **variant)]
        _draw_shown(lesson, [plans[part] for part in stale], whole, quality, crew)
    too_large = []
    for part in stale:
        say(f"cutting {targets[part].name}")
        pieces = piece_paths(plans[part], quality, lesson.build / "pieces")
        try:
            make_clip(lesson, plans[part], quality, pieces, targets[part], **variant)
        except TooLarge as error:
            too_large.append(f"{_shown(targets[part], lesson.root)}: {error}")
    if too_large:
        raise LessonError("; ".join(too_large))
    count = f"{len(parts)} {'clip' if len(parts) == 1 else 'clips'}, {len(stale)} of them new"
    print(f"{_shown(folder, lesson.root)}: {count}{_note(lesson, whole)}")


def slides(lesson: Lesson, options: argparse.Namespace) -> None:
    """Make a deck of the film, to be shown where the lecturer talks, too."""
    from film.deck import make_deck
    from film.slides import deck_clips
    from film.theme import load_theme

    write = {"pptx": _write_pptx, "html": _write_html}[options.format]
    quality = lesson.quality(options.quality or lesson.film_quality)
    theme = load_theme(lesson.root / LOOK)
    with _crew(lesson, options) as crew:
        whole = _plan(lesson, options, crew, [])
        deck = make_deck(whole)

        def clips() -> list[Clip]:
            return deck_clips(lesson, deck, whole, quality, lambda plans: _draw_shown(lesson, plans, whole, quality, crew), say,
                              options.jobs)

        shown, size = write(lesson, quality, whole, deck, clips, theme, options.autoplay)
    print(f"{_shown(shown, lesson.root)}: {len(deck.slides)} clips, {size / 1e6:.1f} MB{_note(lesson, whole)}")


def _write_pptx(lesson: Lesson, quality: Quality, whole: Plan, deck: Deck, clips: Callable[[], list[Clip]], theme: Theme,
                autoplay: bool) -> tuple[Path, int]:
    """The deck as a PowerPoint file, and its size; `clips` is only called if it has to be made."""
    from film.pptx_deck import published_deck_id, write_pptx
    from film.slides import deck_id, refuse_open

    target = lesson.output / f"{_film_name(lesson, quality, [])}.pptx"
    _make_ready(lesson, target)
    wanted = deck_id(lesson, whole, quality, "pptx", repr(autoplay))
    if published_deck_id(target) != wanted:
        refuse_open(target)
        write_pptx(deck, clips(), target, theme, autoplay=autoplay, deck_id=wanted)
    return target, target.stat().st_size


def _write_html(lesson: Lesson, quality: Quality, whole: Plan, deck: Deck, clips: Callable[[], list[Clip]], theme: Theme,
                autoplay: bool) -> tuple[Path, int]:
    """The deck as a folder for a browser, and its size."""
    from film.html_deck import PAGE, require_reveal, write_html

    require_reveal()  # before any work is put in
    target = lesson.output / f"{_film_name(lesson, quality, [])}.slides"
    _make_ready(lesson, target)
    write_html(deck, clips(), target, theme, autoplay=autoplay)
    return target / PAGE, sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


def plan(lesson: Lesson, options: argparse.Namespace) -> None:
    """Print the plan."""
    with _crew(lesson, options) as crew:
        planned = _plan(lesson, options, crew, [])
    if options.json:
        sys.stdout.buffer.write(planned.to_json() + b"\n")
    else:
        _print_plan(planned)


def check(lesson: Lesson, options: argparse.Namespace) -> int:
    """Judge the plan; 1 when something must be mended."""
    from film.report import judge, print_json, print_table

    with _crew(lesson, options) as crew:
        planned = _plan(lesson, options, crew, options.chapters, look=True)
    findings = judge(lesson, planned)
    print_json(planned, findings) if options.json else print_table(findings)
    return int(any(finding.stops for finding in findings))


def _crew(lesson: Lesson, options: argparse.Namespace) -> Crew:
    return Crew(lesson.root, lesson.build, options.jobs)


def _plan(lesson: Lesson, options: argparse.Namespace, crew: Crew, chapters: list[str], look: bool = False) -> Plan:
    return make_plan(lesson, options.voice or lesson.default_voice, crew, fallback=options.fallback, chapters=chapters,
                     look=look, tell=say)


def _draw(lesson: Lesson, plan: Plan, whole: Plan, quality: Quality, crew: Crew) -> list[Path]:
    total = frames_to_draw(plan, quality, lesson.build / "pieces")
    with counting(f"drawing at {quality.name}", total) as advance:
        return draw(lesson, plan, quality, crew, progress=advance, whole=whole)


def _draw_shown(lesson: Lesson, plans: Iterable[Plan], whole: Plan, quality: Quality, crew: Crew) -> None:
    """Draw what these excerpts show."""
    _draw(lesson, with_only(whole, {beat.name for plan in plans for beat in plan.beats}), whole, quality, crew)


def _make_ready(lesson: Lesson, target: Path) -> None:
    """Before any work is put in: there are folders to write to, and nothing half-written lies in them."""
    for folder in (target.parent, lesson.build):
        make_folder(folder)
    for folder in (target.parent, lesson.build, *lesson.build.iterdir()):
        sweep(folder)


def _print_plan(plan: Plan) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table("chapter", "beat", box=box.SIMPLE_HEAD)
    for column in ("start", "length", "words", "words a minute"):
        table.add_column(column, justify="right")
    for chapter in plan.chapters:
        for beat in chapter.beats:
            table.add_row(chapter.id, beat.id, _clock(beat.start), f"{seconds(beat.ticks):.1f} s", str(len(beat.words)),
                          f"{words_per_minute(beat.sentences):.0f}")
    sentences = tuple(sentence for beat in plan.beats for sentence in beat.sentences)
    table.add_section()
    table.add_row("film", "", "", _clock(plan.ticks), str(sum(len(beat.words) for beat in plan.beats)),
                  f"{words_per_minute(sentences):.0f}")
    Console().print(table)


def _clock(ticks: int) -> str:
    whole = seconds(ticks)
    return f"{int(whole // 60)}:{whole % 60:04.1f}"


def _film_name(lesson: Lesson, quality: Quality, chapters: list[str]) -> str:
    """The film proper has the lesson's name; a cheaper or shorter one says so and never takes its place."""
    parts = [lesson.slug, "+".join(chapters), "" if quality.letter == lesson.film_quality else quality.name]
    return ".".join(filter(None, parts))


def _clip_name(stem: str, quality: Quality, ending: str, silent: bool, loop: bool) -> str:
    """Each kind of clip has a name of its own, so that none takes the place of another."""
    return ".".join(filter(None, (stem, "silent" if silent else "", "loop" if loop else "", quality.name, ending)))


def _last_line(lesson: Lesson, plan: Plan, target: Path) -> None:
    print(f"{_shown(target, lesson.root)}: {_clock(plan.ticks)} min{_note(lesson, plan)}")


def _note(lesson: Lesson, plan: Plan) -> str:
    """What was said by another voice than asked for."""
    replaced = [chapter.id for chapter in plan.chapters if chapter.voice != plan.voice]
    return f" ({', '.join(replaced)}: spoken by {lesson.default_voice}, since {plan.voice} failed)" if replaced else ""


def _shown(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def _one_line(error: Exception, root: Path) -> str:
    return " ".join(str(error).replace(f"{root}{os.sep}", "").split())


class _Parser(argparse.ArgumentParser):
    """A parser whose errors take one line, as all others do."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


def _with_command(arguments: list[str]) -> list[str]:
    """Without a command, options are those of `video`."""
    named = arguments and (arguments[0] in ("-h", "--help") or not arguments[0].startswith("-"))
    return arguments if named else ["video", *arguments]


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--voice", help="a voice of config/lesson.toml (default: the lesson's)")
    common.add_argument("--fallback", action="store_true", help="if the voice fails, let the default voice speak")
    common.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N",
                        help="beats drawn, or clips cut, at once (default: one a core)")
    common.add_argument("--debug", action="store_true", help="show where an error came from")
    drawn = argparse.ArgumentParser(add_help=False)
    drawn.add_argument("-q", dest="quality", metavar="l|m|h|p|k", help="480p15, 720p30, 1080p60, 1440p60 or 2160p60")

    parser = _Parser(prog="render.py", description="Render the lesson's film, or parts of it.")
    commands = parser.add_subparsers(metavar="command")
    one = commands.add_parser("video", parents=[common, drawn], help="the film (the default)")
    one.add_argument("chapters", nargs="*", metavar="CHAPTER", help="only these chapters")
    one.set_defaults(run=video)
    one = commands.add_parser("preview", parents=[common, drawn], help="one chapter or beat, quickly")
    one.add_argument("chapter", metavar="CHAPTER")
    one.add_argument("--beat", metavar="ID", help="only this beat")
    one.set_defaults(run=preview)
    one = commands.add_parser("sheet", parents=[common, drawn], help="the film on paper: a PDF, and pictures of its pages")
    one.add_argument("chapters", nargs="*", metavar="CHAPTER", help="only these chapters")
    one.set_defaults(run=sheet)
    one = commands.add_parser("clips", parents=[common, drawn], help="chapters, beats or steps of the film, each a file")
    one.add_argument("parts", nargs="*", metavar="WHAT",
                     help="a chapter, chapter/beat, or a step such as step-7 or chapter/step-7 "
                          "(default: every chapter and every step; as GIFs, which should be short, every step)")
    one.add_argument("--format", choices=("mp4", "webm", "gif"), default="mp4", help="mp4 (the default), webm or a silent gif")
    one.add_argument("--silent", action="store_true", help="without a sound stream")
    one.add_argument("--loop", action="store_true", help="end with the picture it began with, to be played in a loop")
    one.set_defaults(run=clips)
    one = commands.add_parser("slides", parents=[common, drawn], help="a deck of the film, its narration in the notes")
    one.add_argument("--format", choices=("pptx", "html"), default="pptx", help="pptx (the default), or html for a browser")
    one.add_argument("--autoplay", action="store_true", help="let a clip play when its slide appears, not on a click")
    one.set_defaults(run=slides)
    one = commands.add_parser("plan", parents=[common], help="what is said and shown when, without drawing")
    one.add_argument("--json", action="store_true", help="everything, for programs")
    one.set_defaults(run=plan)
    one = commands.add_parser("check", parents=[common], help="what is wrong with the plan, without drawing")
    one.add_argument("chapters", nargs="*", metavar="CHAPTER", help="only these chapters")
    one.add_argument("--json", action="store_true", help="everything, for programs")
    one.set_defaults(run=check)
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)
