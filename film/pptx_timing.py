"""When a slide's movie plays, in PowerPoint's words: python-pptx says no more than that there is a movie.

Written as PowerPoint writes it. A click on the movie plays and pauses it; with `autoplay` it also plays when the slide
appears. There a main sequence holds one group of effects, which begins with the sequence itself and not with a click.
"""

from __future__ import annotations

from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.oxml.xmlchemy import BaseOxmlElement

_MAIN_SEQUENCE = 2
"""Its number: it is the second node of a slide that has one."""
_AT_ONCE = '<p:cond delay="0"/>'
_WITH_MAIN_SEQUENCE = f'<p:cond delay="indefinite"/><p:cond evt="onBegin" delay="0"><p:tn val="{_MAIN_SEQUENCE}"/></p:cond>'


def movie_timing(shape_id: int, milliseconds: int, autoplay: bool) -> BaseOxmlElement:
    """The `p:timing` of a slide whose one movie is the shape `shape_id`."""
    movie = f'<p:tgtEl><p:spTgt spid="{shape_id}"/></p:tgtEl>'
    on_click = f'<p:cond evt="onClick" delay="0">{movie}</p:cond>'
    main_sequence = (
        '<p:seq concurrent="1" nextAc="seek"><p:cTn dur="indefinite" nodeType="mainSeq"><p:childTnLst>'
        + _effect(_WITH_MAIN_SEQUENCE, 1, "afterEffect", _call("playFrom(0.0)", milliseconds, movie))
        + '</p:childTnLst></p:cTn>'
        '<p:prevCondLst><p:cond evt="onPrev" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst>'
        '<p:nextCondLst><p:cond evt="onNext" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst></p:seq>')
    media = (
        '<p:video><p:cMediaNode vol="80000"><p:cTn fill="hold" display="0"><p:stCondLst><p:cond delay="indefinite"/>'
        f'</p:stCondLst></p:cTn>{movie}</p:cMediaNode></p:video>')
    click_sequence = (
        '<p:seq concurrent="1" nextAc="seek">'
        '<p:cTn restart="whenNotActive" fill="hold" evtFilter="cancelBubble" nodeType="interactiveSeq">'
        f'<p:stCondLst>{on_click}</p:stCondLst><p:endSync evt="end" delay="0"><p:rtn val="all"/></p:endSync><p:childTnLst>'
        + _effect(_AT_ONCE, 2, "clickEffect", _call("togglePause", 1, movie))
        + f'</p:childTnLst></p:cTn><p:nextCondLst>{on_click}</p:nextCondLst></p:seq>')
    timing = parse_xml(
        f'<p:timing {nsdecls("p")}><p:tnLst><p:par><p:cTn dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>'
        f'{main_sequence if autoplay else ""}{media}{click_sequence}'
        '</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>')
    for number, node in enumerate(timing.iter(qn("p:cTn")), start=1):
        node.set("id", str(number))
    return timing


def _effect(begins: str, preset: int, kind: str, call: str) -> str:
    """One effect in the two groups that PowerPoint puts around each."""
    effect = _group(f'presetID="{preset}" presetClass="mediacall" presetSubtype="0" fill="hold" nodeType="{kind}"', _AT_ONCE, call)
    return _group('fill="hold"', begins, _group('fill="hold"', _AT_ONCE, effect))


def _group(attributes: str, begins: str, children: str) -> str:
    return (f'<p:par><p:cTn {attributes}><p:stCondLst>{begins}</p:stCondLst><p:childTnLst>{children}</p:childTnLst></p:cTn>'
            '</p:par>')


def _call(command: str, milliseconds: int, movie: str) -> str:
    return (f'<p:cmd type="call" cmd="{command}"><p:cBhvr><p:cTn dur="{milliseconds}" fill="hold"/>{movie}</p:cBhvr></p:cmd>')
