"""Films of a few plays, planned in this process while an eye looks on, for checks to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from film.checks import Evidence, Finding, run_checks
from film.clock import SAMPLE_RATE, ticks
from film.looks import Album
from film.plan import Plan, PlannedBeat, PlannedChapter
from film.planner import PlanDirector, Turns
from film.renderer import PieceRenderer
from film.scene import BeatClock, LessonScene
from film.sight import Eye
from film.theme import Theme, load_theme
from film.timing import BeatTiming, SpokenSentence, SpokenWord

LOOK = Path(__file__).with_name("look.toml")
THEME = load_theme(LOOK)
FACTS = SimpleNamespace(edges=12, share=67.5, name="MAG240M")
RATE = 150
PAUSE = SAMPLE_RATE // 2
TITLE = "A chapter"

Construct = Callable[[LessonScene, BeatClock], None]


@dataclass(frozen=True)
class Act:
    """A beat to be.

    Attributes
    ----------
    says
        Sentences, spoken one after another at `rate` words a minute from the beat's first sample on.
    facts
        What the sentences' placeholders were filled with.
    before
        What the scene does before the beat.
    """

    construct: Construct
    says: Sequence[str] = ("We look at this picture for a while, and nothing in it is wrong.",)
    tags: tuple[str, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    rate: float = RATE
    facts: tuple[tuple[str, str], ...] = ()
    start: int = 0
    before: Callable[[LessonScene], None] = lambda scene: None

    @property
    def timing(self) -> BeatTiming:
        """Its words in time, with half a second of silence after them."""
        sentences, now = [], self.start
        for text in self.says:
            length = round(60 * SAMPLE_RATE / self.rate)
            words = tuple(SpokenWord(word, now + length * k, now + length * (k + 1)) for k, word in enumerate(text.split()))
            sentences.append(SpokenSentence(text, now, words[-1].end, words, (), self.facts, 7))
            now = words[-1].end + SAMPLE_RATE // 5
        return BeatTiming(self.construct.__name__, self.tags, 5, ticks(now + PAUSE), tuple(sentences), self.marks)


def film(*acts: Act | Construct, theme: Theme = THEME) -> Evidence:
    """A film of one chapter."""
    return film_of(acts, theme=theme)


def film_of(*chapters: Iterable[Act | Construct], theme: Theme = THEME, title: str = TITLE) -> Evidence:
    """A film of several chapters."""
    planned: list[PlannedChapter] = []
    albums: dict[str, Album] = {}
    start = 0
    for number, acts in enumerate(chapters):
        name = f"chapter-{number}"
        acts = [act if isinstance(act, Act) else Act(act) for act in acts]
        timings = [act.timing for act in acts]
        director = run(name, acts, timings, theme)
        beats = []
        for timing, seen in zip(timings, director.runs):
            beats.append(PlannedBeat(name, timing.id, timing.tags, timing.line, start, seen.ticks, timing.sentences, timing.marks,
                                     seen.facts, seen.screen, ""))
            start += seen.ticks
        planned.append(PlannedChapter(name, title, "Why?", "tones", "tones", tuple(beats)))
        albums[name] = director.eye.album()
    scenes = {chapter.id: f"scenes/{chapter.id}.py" for chapter in planned}
    scripts = {chapter.id: f"narration/{chapter.id}.md" for chapter in planned}
    return Evidence(Plan("film", "A film", "tones", tuple(planned), ()), albums, theme, scenes, scripts, "config/look.toml")


def run(name: str, acts: Sequence[Act], timings: Sequence[BeatTiming], theme: Theme = THEME, look: bool = True) -> PlanDirector:
    """Plan these beats as a chapter."""

    class Chapter(LessonScene):
        def construct(self) -> None:
            for act, timing in zip(acts, timings):
                act.before(self)
                with self.narrate(timing.id) as beat:
                    act.construct(self, beat)
                    if beat.left is None and act.construct.__name__ != "silent":
                        beat.leaves(*self.mobjects)

    eye = Eye(name, Path(acts[0].construct.__code__.co_filename)) if look else None
    director = PlanDirector(theme, FACTS, Turns(timings, Path("script.md")), eye)
    scene = Chapter(renderer=PieceRenderer())
    scene.director = director
    scene.construct()
    return director


def found(evidence: Evidence, *rules: str) -> list[Finding]:
    """What the checks find by these rules; by all, if none is named. YouTube's wishes for whole films are left out."""
    findings = run_checks(evidence)
    return [finding for finding in findings if (finding.check in rules if rules else finding.check != "CHP-1")]


def brief(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    """Rule, severity and object's name of each finding."""
    return [(finding.check, finding.severity.value, finding.object.split(" (")[0]) for finding in findings]

