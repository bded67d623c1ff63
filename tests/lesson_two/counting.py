"""The facts of the second lesson."""

from types import SimpleNamespace

facts = SimpleNamespace(squares=SimpleNamespace(count=3, side=0.5), name="tones")
