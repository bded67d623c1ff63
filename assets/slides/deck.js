"use strict";
/* Keys play a slide's clip and switch captions. Changing slides, notes and the overview are reveal.js's own business. */

const clips = document.querySelectorAll("video");
let captioned = true;

/* A file of captions cannot be read from a page that was opened as a file: the cues stand in the page. */
for (const clip of clips) {
  const track = clip.addTextTrack("captions", "Captions", document.documentElement.lang);
  for (const [start, end, text] of JSON.parse(clip.parentElement.querySelector("script").textContent)) {
    track.addCue(new VTTCue(start, end, text));
  }
  const [bar, time] = clip.parentElement.querySelectorAll("progress, output");
  const tell = () => {
    bar.value = clip.currentTime;
    time.value = `${clock(clip.currentTime)} / ${clock(bar.max)}`;
  };
  clip.addEventListener("timeupdate", tell);
  clip.addEventListener("emptied", tell);
  clip.addEventListener("click", playOrPause);
  tell();
}
showCaptions();

function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function showCaptions() {
  for (const clip of clips) clip.textTracks[0].mode = captioned ? "showing" : "hidden";
}

function playOrPause() {
  const clip = Reveal.getCurrentSlide().querySelector("video");
  if (!clip || Reveal.isOverview()) return;
  if (clip.paused) clip.play();
  else clip.pause();
}

const keys = [
  [13, "Enter", "Play or pause the clip", () => (Reveal.isOverview() ? Reveal.toggleOverview(false) : playOrPause())],
  [75, "K", "Play or pause the clip", playOrPause],
  [67, "C", "Captions on or off", () => { captioned = !captioned; showCaptions(); }],
];
for (const [keyCode, key, description, act] of keys) Reveal.addKeyBinding({ keyCode, key, description }, act);

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
