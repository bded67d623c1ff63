"""Checks of the plan, before a frame is drawn: one small module each, pure functions of the evidence."""

from __future__ import annotations

from film.checks import (captioning, colors_apart, contrast, digits, leftovers, lines_through_text, marks, pace, palette, reading,
                         safe_area, stillness, text_on_dots, text_on_text, text_size, waivers)
from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity

CHECKS = (leftovers, text_on_text, lines_through_text, text_on_dots, safe_area, text_size, reading, palette, colors_apart,
          contrast, digits, marks, stillness, pace, captioning)

RULES = ("LAY-1", "LAY-2", "LAY-3", "LAY-4", "LAY-5", "SAFE-1", "SAFE-2", "CAP-1", "CAP-2", "CAP-3", "CAP-4", "CAP-7", "CAP-9",
         "CHP-1", "TXT-1", "DWL-1", "DWL-2", "DWL-3", "DWL-6", "COL-1", "COL-3", "COL-5", "A11Y-3", "A11Y-4", "NAR-1", "NAR-4",
         "NUM-1", "TMP-1", "TMP-2")

__all__ = ["CHECKS", "RULES", "Evidence", "Finding", "Severity", "run_checks"]


def run_checks(evidence: Evidence) -> list[Finding]:
    """Every finding of every check, the worst first, then in the order of the film."""
    findings = waivers.apply(evidence, [finding for check in CHECKS for finding in check.check(evidence)], RULES)
    return sorted(findings, key=lambda finding: (bool(finding.waived), finding.severity.rank, finding.tick or 0, finding.check,
                                                 finding.object))
