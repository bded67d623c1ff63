"""A server on this machine that speaks the protocol of Google Translate's voice, faults included."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
import urllib.parse
from collections.abc import Callable
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import av
import numpy as np

from film.clock import SAMPLE_RATE

MP3_RATE = 24_000
STALL_SECONDS = 1.5


def mp3(samples: np.ndarray) -> bytes:
    """`samples` (float, shape (n,), 48 kHz) as an MP3 like Google's: mono, 24 kHz, 64 kbit/s."""
    file = io.BytesIO()
    with av.open(file, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=MP3_RATE, layout="mono", bit_rate=64_000)
        halved = (np.clip(samples[::2], -1, 1) * 32_767).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(halved[None], "s16", "mono")
        frame.rate, frame.time_base = MP3_RATE, Fraction(1, MP3_RATE)
        resampled = av.AudioResampler(format="s16p", layout="mono", rate=MP3_RATE, frame_size=576).resample
        for piece in (*resampled(frame), *resampled(None), None):
            container.mux(stream.encode(piece))
    return file.getvalue()


def answer(sound: bytes) -> bytes:
    """The body that carries an MP3."""
    inner = json.dumps([base64.b64encode(sound).decode("ascii")], separators=(",", ":"))
    row = json.dumps([["wrb.fr", "jQ1olc", inner, None, None, None, "generic"]], separators=(",", ":"))
    return f")]}}'\n\n{len(row)}\n{row}\n".encode()


class Translate(ThreadingHTTPServer):
    """Answers with `speak(text)`, after the `faults` queued up: a status, "stall", "cut", "silent" or "unended".

    Attributes
    ----------
    texts
        What it was asked to say, in order.
    """

    daemon_threads = True

    def __init__(self, speak: Callable[[str], np.ndarray]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.speak = speak
        self.faults: list[int | str] = []
        self.texts: list[str] = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def url(self, tld: str = "com", path: str = "") -> str:
        """Takes the place of `gtts.tts._translate_url`."""
        return f"http://127.0.0.1:{self.server_port}/{path}?tld={tld}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:  # noqa: N802 (http.server's name)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
        call = json.loads(urllib.parse.parse_qs(body)["f.req"][0])[0][0]
        text, language, *_ = json.loads(call[1])
        assert (call[0], language) == ("jQ1olc", "en")
        self.server.texts.append(text)
        fault = self.server.faults.pop(0) if self.server.faults else None
        if isinstance(fault, int):
            self.send_error(fault)
            return
        if fault == "stall":
            time.sleep(STALL_SECONDS)
            return
        silent = np.zeros(SAMPLE_RATE // 2)
        data = answer(mp3(silent if fault == "silent" else self.server.speak(text)))
        self.send_response(200)
        if fault != "unended":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[:len(data) // 2] if fault in ("cut", "unended") else data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
