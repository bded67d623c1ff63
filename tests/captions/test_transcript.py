"""The transcript: every word, readable, with its sources."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from film.plan import Source
from film.transcript import transcript

from .plans import Part, film, lesson, steady

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read(markdown: str) -> list[tuple[str, str]]:
    """What a reader of Markdown sees: kind and text of each heading, paragraph and list entry."""
    blocks = []
    opened = ""
    for token in READER.parse(markdown):
        if token.type.endswith("_open"):
            opened = token.tag
        elif token.type == "inline":
            blocks.append((opened, "".join(child.content for child in token.children)))
    return blocks


def test_it_reads_like_an_article():
    plan = film(
        Part([[steady("One run took long.", sources=["b", "a"]), steady("Why?")], [steady("We will see.")]],
             "Opening", "What costs so much?"),
        Part([[steady("It is the network.", sources=["b"])]], "The end", "So what is it?"),
        sources=[Source("b", "A page. https://example.org/a_b_c."), Source("a", "A paper")], title="The film")
    assert transcript(plan) == f"""\
# The film

## Opening

**0:00** · What costs so much?

One run took long. [1, 2] Why?

We will see.

## The end

**0:06** · So what is it?

It is the network. [1]

## Sources

1. A page. <https://example.org/a_b_c>.
2. A paper

<!-- plan {plan.id} -->
"""


def test_a_reader_finds_every_sentence_of_the_lesson_in_order():
    plan = lesson()
    seen = " ".join(text for _, text in read(transcript(plan)))
    place = 0
    for sentence in (sentence for beat in plan.beats for sentence in beat.sentences):
        place = seen.index(sentence.text, place) + len(sentence.text)


def test_every_source_of_the_lesson_is_cited_by_its_number():
    plan = lesson()
    seen = read(transcript(plan))
    listed = [text for kind, text in seen if kind == "p"][-len(plan.sources):]
    assert listed == [source.text for source in plan.sources]
    assert any("holds 80 GB. [2, 3]" in text for _, text in seen)


def test_a_film_without_sources_has_no_list_of_them():
    assert "Sources" not in transcript(film(Part([[steady("Nothing is cited.")]])))


MARKDOWN = some.lists(
    some.sampled_from(["1.", "2)", "-", "+", "*all*", "_reduce_", "all_to_all", "#", "##", "<b>", "</b>", "&amp;", "&#35;",
                       "`code`", "[a](b)", "[1]:", "![x]", "~~no~~", "|", "---", "===", "> so", "\\", "\\*", "$x$", "<!--",
                       "word", "(so)", "http", "1.5", "**", "\"quoted\"", "!"]),
    min_size=1, max_size=8).map(" ".join)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(MARKDOWN, MARKDOWN, MARKDOWN, MARKDOWN, MARKDOWN)
def test_markdown_eats_nothing(film_title, title, question, said, source):
    plan = film(Part([[steady(said, sources=["s"]), steady(said)]], title, question), title=film_title,
                sources=[Source("s", source)])
    assert read(transcript(plan)) == [
        ("h1", film_title), ("h2", title), ("p", f"0:00 · {question}"), ("p", f"{said} [1] {said}"), ("h2", "Sources"),
        ("p", source)]
