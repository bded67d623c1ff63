"""Waivers: one check, one object, one beat, one reason. A waiver that hides nothing is a finding (WVR-1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from film.checks.evidence import Evidence
from film.checks.finding import Finding, Severity
from film.looks import Album, Waiver


def apply(evidence: Evidence, findings: Iterable[Finding], checks: Iterable[str]) -> list[Finding]:
    """The findings, with reasons on those that are waived, and what is wrong with the waivers themselves."""
    known = set(checks)
    left = list(findings)
    for chapter in evidence.plan.chapters:
        album = evidence.albums[chapter.id]
        for waiver in album.waivers:
            hidden = [index for index, finding in enumerate(left)
                      if finding.check == waiver.check and finding.chapter == chapter.id
                      and finding.beat == chapter.beats[waiver.beat].id and _is_about(finding, waiver)]
            fault = _fault(waiver, known, hidden)
            if fault:
                left.append(evidence.about_beat("WVR-1", Severity.FAIL, chapter.beats[waiver.beat], fault, _name(album, waiver),
                                                line=waiver.line))
            else:
                for index in hidden:
                    left[index] = replace(left[index], waived=waiver.because.strip())
    return left


def _is_about(finding: Finding, waiver: Waiver) -> bool:
    return finding.object == waiver.name if waiver.thing < 0 else finding.thing == waiver.thing


def _fault(waiver: Waiver, known: set[str], hidden: list[int]) -> str:
    if waiver.check not in known:
        return f"waives {waiver.check}, which is no check"
    if not waiver.because.strip():
        return f"waives {waiver.check} without a reason"
    if not hidden:
        return f"waives {waiver.check}, but there is nothing to waive; take it out"
    return ""


def _name(album: Album, waiver: Waiver) -> str:
    return waiver.name if waiver.thing < 0 else album.things[waiver.thing].label
