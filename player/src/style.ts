/** Styles of the player: a black stage with one row of controls. Time runs left to right in every language. */
export const style = `
:host { display: block; background: #000; direction: ltr; container-type: inline-size; }
media-controller {
  width: 100%; height: 100%; display: block; color: #fff;
  --media-font-family: inherit; --media-font-size: 13px; --media-control-height: 20px; --media-control-padding: 8px;
  --media-control-background: transparent; --media-control-hover-background: rgb(255 255 255 / 14%);
  --media-primary-color: #fff; --media-secondary-color: transparent; --media-text-color: #fff;
  --media-range-track-height: 4px; --media-range-track-border-radius: 2px; --media-range-bar-color: #fff;
  --media-range-track-background: rgb(255 255 255 / 26%); --media-time-range-buffered-color: rgb(255 255 255 / 34%);
  --media-range-thumb-width: 3px; --media-range-thumb-height: 16px; --media-range-thumb-border-radius: 1px;
  --media-preview-thumbnail-border: 1.5px solid #fff; --media-preview-thumbnail-border-radius: 6px;
  --media-preview-time-background: rgb(10 12 16 / 82%); --media-preview-time-border-radius: 4px;
  --media-focus-box-shadow: 0 0 0 2px #7eb0ff;
}
video { width: 100%; height: 100%; object-fit: contain; background: #000; }
.deck {
  display: flex; flex-direction: column; width: 100%; padding: 28px 12px 8px; box-sizing: border-box;
  background: linear-gradient(transparent, rgb(0 0 0 / 72%));
}
.deck[hidden] { display: none; }
media-time-range, media-volume-range { --media-control-hover-background: transparent; }
media-time-range { width: 100%; height: 22px; padding: 0 4px; }
.keys { display: flex; align-items: center; gap: 2px; width: 100%; }
.keys > * { border-radius: 6px; flex-shrink: 0; }
.keys > select, .keys > .time { flex-shrink: 1; min-width: 44px; overflow: hidden; }
.gap { flex: 1; }
media-play-button { --media-control-background: #fff; --media-icon-color: #111; --media-control-hover-background: #e8e8e8; margin-inline-end: 6px; border-radius: 6px; }
media-volume-range { width: 72px; }
.time { padding: 0 8px; white-space: nowrap; font: 13px/20px "Geist Mono Variable", ui-monospace, monospace; font-variant-numeric: tabular-nums; }
select {
  appearance: none; border: 0; border-radius: 6px; height: 28px; padding: 0 10px; margin-inline: 2px; max-width: 130px; field-sizing: content;
  background: rgb(255 255 255 / 16%); color: #fff; font: 500 12px/1 inherit; font-family: inherit; cursor: pointer; text-overflow: ellipsis;
}
select:hover { background: rgb(255 255 255 / 24%); }
select:focus-visible { outline: 2px solid #7eb0ff; outline-offset: 1px; }
select option { color: #111; background: #fff; }
select[hidden] { display: none; }
.pick { position: relative; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 6px; }
.pick[hidden] { display: none; }
.pick svg { width: 22px; height: 22px; fill: currentColor; }
.subtitles.on::after { content: ""; position: absolute; inset: auto 8px 3px; height: 2px; border-radius: 1px; background: currentColor; }
.pick select { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; }
.pick:hover { background: rgb(255 255 255 / 14%); }
.pick:has(select:focus-visible) { outline: 2px solid #7eb0ff; outline-offset: 1px; }
/** Cues keep the position of their file, in the area above the controls. Chromium respects only a border. */
video::cue { background: rgb(10 12 16 / 78%); color: #fff; font-family: inherit; line-height: 1.5; }
media-controller:not([userinactive]:not([mediapaused])) video::-webkit-media-text-track-container {
  box-sizing: border-box; border-bottom: 84px solid transparent; overflow: visible;
}
.audio-only {
  position: absolute; inset: 0 0 72px; display: grid; place-content: center; justify-items: center; gap: 10px; padding: 0 24px;
  color: rgb(255 255 255 / 82%); text-align: center; font: 500 14px/1.5 inherit; font-family: inherit; pointer-events: none;
}
.audio-only[hidden] { display: none; }
.audio-only svg { width: 40px; height: 40px; fill: currentColor; }
.audio-only span { max-width: 48ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.error {
  position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 8px; padding: 24px;
  background: rgb(0 0 0 / 84%); color: #fff; text-align: center; font: 14px/1.5 inherit; font-family: inherit; pointer-events: auto;
}
.error[hidden] { display: none; }
.error strong { font-size: 16px; font-weight: 600; }
.error p { margin: 0; max-width: 40ch; color: rgb(255 255 255 / 82%); }
.error button {
  margin-top: 8px; min-height: 34px; padding: 0 14px; border: 0; border-radius: 6px; background: #fff; color: #111;
  font: 550 13px/1 inherit; font-family: inherit; cursor: pointer;
}
.error button:focus-visible { outline: 2px solid #7eb0ff; outline-offset: 2px; }
@container (max-width: 480px) {
  .audio-only span { max-width: 28ch; }
  media-seek-backward-button, media-seek-forward-button, media-volume-range, media-pip-button, .speed { display: none; }
  .time { padding: 0 4px; font-size: 12px; }
  .gap { flex: 1 0 0; }
}
@media (pointer: coarse) { media-controller { --media-control-padding: 12px; } select { height: 36px; } }
`
