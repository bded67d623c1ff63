"use strict";
/* A key plays a slide's clip, another switches captions. Slides, notes and the overview are reveal.js's own business. */

/* The cues stand in the page: a page that was opened as a file may not read another. They are drawn here and not by the
   browser, since Chromium draws the old cue over the new one once a clip has been unloaded and loaded again. */
for (const clip of document.querySelectorAll("video")) {
  const part = (name) => clip.parentElement.querySelector(name);
  const track = clip.addTextTrack("captions", "Captions", document.documentElement.lang);
  for (const [start, end, text] of JSON.parse(part("script").textContent)) track.addCue(new VTTCue(start, end, text));
  track.mode = "hidden";

  const caption = (cues) => part(".caption").replaceChildren(...Array.from(cues, (cue) => cue.getCueAsHTML()));
  const tell = () => {
    part("progress").value = clip.currentTime;
    part("output").value = `${clock(clip.currentTime)} / ${clock(part("progress").max)}`;
  };
  track.addEventListener("cuechange", () => caption(track.activeCues));
  clip.addEventListener("emptied", () => { caption([]); tell(); });
  clip.addEventListener("timeupdate", tell);
  clip.addEventListener("click", playOrPause);
  tell();
}

function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function playOrPause() {
  const clip = Reveal.getCurrentSlide().querySelector("video");
  if (!clip || Reveal.isOverview()) return;
  if (!clip.paused) clip.pause();
  else clip.play().catch((error) => { if (error.name !== "AbortError") throw error; }); /* that is a slide left at once */
}

Reveal.initialize({
  width: 1280,
  height: 720,
  margin: 0,
  maxScale: 8,
  center: false,
  display: "flex",
  transition: "none",
  backgroundTransition: "none",
  controlsLayout: "edges",
  controlsTutorial: false,
  slideNumber: "c/t",
  hash: true,
  scrollActivationWidth: null,
  /* Enter on a link is the link's. */
  keyboardCondition: (event) => !(event.key === "Enter" && event.target.closest?.("a")),
  plugins: [RevealNotes],
});

Reveal.addKeyBinding({ keyCode: 13, key: "Enter", description: "Play or pause the clip" }, () => {
  if (Reveal.isOverview()) Reveal.toggleOverview(false);
  else playOrPause();
});
Reveal.addKeyBinding({ keyCode: 67, key: "C", description: "Captions on or off" }, () => {
  document.body.classList.toggle("without-captions");
});
