import { theme } from '../theme.ts'

/** Styles of the player: a black stage with one row of controls. Time runs left to right in every language. */
export const style = `${theme}
:host { display: block; position: relative; background: var(--kinora-stage); font-family: var(--kinora-font); direction: ltr; container-type: inline-size; }
media-controller {
  width: 100%; height: 100%; display: block; color: var(--kinora-ink);
  --media-font-family: inherit; --media-font-size: 13px; --media-control-height: 20px; --media-control-padding: 8px;
  --media-control-background: transparent; --media-control-hover-background: var(--kinora-hover);
  --media-primary-color: var(--kinora-ink); --media-secondary-color: transparent; --media-text-color: var(--kinora-ink);
  --media-range-track-height: 4px; --media-range-track-border-radius: 2px; --media-range-bar-color: var(--kinora-accent);
  --media-range-track-background: var(--kinora-track); --media-time-range-buffered-color: var(--kinora-buffered);
  --media-range-thumb-width: 3px; --media-range-thumb-height: 16px; --media-range-thumb-border-radius: 1px;
  --media-preview-thumbnail-border: 1.5px solid var(--kinora-ink); --media-preview-thumbnail-border-radius: var(--kinora-corner);
  --media-preview-time-background: var(--kinora-label); --media-preview-time-border-radius: 4px;
  --media-focus-box-shadow: 0 0 0 2px var(--kinora-focus);
}
video { width: 100%; height: 100%; object-fit: contain; background: var(--kinora-stage); }
.deck {
  display: flex; flex-direction: column; width: 100%; padding: 28px 12px 8px; box-sizing: border-box;
  background: linear-gradient(transparent, var(--kinora-shade));
}
.deck[hidden] { display: none; }
media-time-range, media-volume-range { --media-control-hover-background: transparent; }
media-time-range { width: 100%; height: 22px; padding: 0 4px; }
.keys { display: flex; align-items: center; gap: 2px; width: 100%; }
.keys > * { border-radius: var(--kinora-corner); flex-shrink: 0; }
.keys > .time { flex-shrink: 1; min-width: 44px; overflow: hidden; }
.gap { flex: 1; }
media-play-button { --media-control-background: var(--kinora-key); --media-icon-color: var(--kinora-key-ink); --media-control-hover-background: var(--kinora-key-hover); margin-inline-end: 6px; }
media-volume-range { width: 72px; }
.time { padding: 0 8px; white-space: nowrap; font-size: 13px; line-height: 20px; font-variant-numeric: tabular-nums; }
.badge {
  display: inline-flex; align-items: center; gap: 7px; height: 28px; padding: 0 10px; margin-inline: 2px; border: 0; border-radius: var(--kinora-corner);
  background: var(--kinora-pill); color: inherit; font: 600 12px/1 inherit; font-family: inherit; text-transform: uppercase; white-space: nowrap; cursor: pointer;
}
.badge[hidden], .badge-details { display: none; }
.badge:hover { background: var(--kinora-hover); }
.badge:focus-visible { outline: 2px solid var(--kinora-focus); outline-offset: 1px; }
.badge i { width: 8px; height: 8px; border-radius: 50%; background: var(--kinora-idle); }
.badge.at-edge i { background: var(--kinora-live); }
.preview { display: none; box-sizing: border-box; padding: 2px 9px; border-radius: 4px; background: var(--kinora-label); font-size: 13px; line-height: 20px; font-variant-numeric: tabular-nums; }
.live .preview { display: block; }
.scene { box-sizing: border-box; width: 172px; border: 1.5px solid var(--kinora-ink); border-radius: var(--kinora-corner); }
.scene[hidden] { display: none; }
.live media-preview-time-display, .no-window media-time-range, .no-window media-seek-backward-button, .no-window media-seek-forward-button, .realtime media-time-range, .realtime media-seek-forward-button, .realtime .quality { display: none; }
.off-air .deck, .noted media-loading-indicator { display: none; }
.menu { position: relative; display: inline-block; }
.keys > .quality { flex-shrink: 1; min-width: 48px; }
.quality > button { max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.menu[hidden] { display: none; }
.menu > button {
  appearance: none; border: 0; border-radius: var(--kinora-corner); color: inherit; cursor: pointer;
  background: var(--kinora-pill); height: 28px; padding: 0 10px; margin-inline: 2px; font: 500 12px/1 inherit; font-family: inherit;
  font-variant-numeric: tabular-nums; white-space: nowrap;
}
.menu > button:hover, .menu > button[aria-expanded=true] { background: var(--kinora-hover); }
.menu > button.icon { display: grid; place-items: center; width: 36px; height: 36px; padding: 0; margin: 0; background: none; }
.menu > button.icon:hover, .menu > button.icon[aria-expanded=true] { background: var(--kinora-hover); }
.menu > button svg { width: 22px; height: 22px; fill: currentColor; }
.menu.on > button::after { content: ""; position: absolute; inset: auto 8px 3px; height: 2px; border-radius: 1px; background: currentColor; }
.menu button:focus-visible { outline: 2px solid var(--kinora-focus); outline-offset: 1px; }
.menu [role=menu] {
  position: absolute; right: 0; bottom: calc(100% + 10px); z-index: 1; box-sizing: border-box; min-width: 168px; max-width: min(280px, 86cqw);
  max-height: var(--room); overflow-y: auto; padding: 6px; border: 1px solid var(--kinora-panel-line); border-radius: calc(var(--kinora-corner) + 4px);
  background: var(--kinora-panel); color: var(--kinora-ink); text-align: start; overscroll-behavior: contain;
}
.menu [role=menu][hidden] { display: none; }
.menu [role=menu] > span { display: block; padding: 4px 10px 6px; color: var(--kinora-ink-2); font-size: 11px; line-height: 1.5; }
.menu [role=menu] button {
  display: flex; align-items: center; gap: 10px; width: 100%; min-height: 32px; padding: 4px 10px; border: 0; border-radius: var(--kinora-corner);
  background: none; color: inherit; font: 400 13px/1.5 inherit; font-family: inherit; text-align: start; cursor: pointer;
}
.menu [role=menu] button:is(:hover, :focus) { background: var(--kinora-hover); }
.menu [role=menu] button:focus-visible { outline-offset: -2px; }
.menu [role=menuitemradio]::before {
  content: ""; flex: none; width: 7px; height: 7px; border-radius: 50%; box-shadow: inset 0 0 0 1.5px var(--kinora-track);
}
.menu [role=menuitemradio][aria-checked=true] { font-weight: 600; }
.menu [role=menuitemradio][aria-checked=true]::before { background: var(--kinora-accent); box-shadow: none; }
.logo { position: absolute; top: 14px; right: 14px; max-width: min(160px, 32cqw); max-height: 32px; pointer-events: none; }
.logo[hidden] { display: none; }
/** Cues keep the position of their file, in the area above the controls. Chromium respects only a border. */
video::cue { background: rgb(10 12 16 / 78%); color: #fff; font-family: inherit; line-height: 1.5; }
media-controller:not([userinactive]:not([mediapaused])) video::-webkit-media-text-track-container {
  box-sizing: border-box; border-bottom: 84px solid transparent; overflow: visible;
}
.audio-only {
  position: absolute; inset: 0 0 72px; display: grid; place-content: center; justify-items: center; gap: 14px; padding: 0 24px;
  color: var(--kinora-ink-2); text-align: center; font-size: 14px; line-height: 1.5; font-weight: 500; pointer-events: none;
}
.audio-only[hidden] { display: none; }
.audio-only svg { width: 40px; height: 40px; fill: currentColor; }
/* The loudness over time as a mask; \`--played\` is set with the time. */
.audio-only i {
  width: min(720px, 84cqw); height: clamp(48px, 18cqw, 120px); mask: var(--wave) center / 100% 100% no-repeat;
  background: linear-gradient(to right, var(--kinora-accent) var(--played, 0%), var(--kinora-buffered) var(--played, 0%));
}
.audio-only i[hidden], .audio-only svg:has(~ i:not([hidden])) { display: none; }
.audio-only.cover { visibility: hidden; }
.audio-only span { max-width: 48ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.note {
  position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 6px; padding: 24px; color: var(--kinora-ink);
  background: var(--kinora-veil); text-align: center; font-size: 14px; line-height: 1.5; pointer-events: none;
}
.note[hidden] { display: none; }
.note strong { font-size: 16px; font-weight: 600; }
.note p { margin: 0; max-width: 40ch; color: var(--kinora-ink-2); text-wrap: pretty; }
.note p:empty { display: none; }
.note.over-slate { background: none; }
.note.live-now { place-content: start; gap: 0; }
.note.over-slate strong { padding: 8px 14px; border-radius: var(--kinora-corner); background: var(--kinora-label); font-size: 14px; font-weight: 500; }
.error {
  position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 8px; padding: 24px;
  background: rgb(0 0 0 / 84%); color: var(--kinora-ink); text-align: center; font-size: 14px; line-height: 1.5; pointer-events: auto;
}
.error[hidden] { display: none; }
.error strong { font-size: 16px; font-weight: 600; }
.error p { margin: 0; max-width: 40ch; color: var(--kinora-ink-2); }
:is(.error, .note) button {
  margin-top: 8px; min-height: 34px; padding: 0 14px; border: 0; border-radius: var(--kinora-corner); background: var(--kinora-key); color: var(--kinora-key-ink);
  font: 550 13px/1 inherit; font-family: inherit; cursor: pointer;
}
.note button { pointer-events: auto; }
.note button[hidden] { display: none; }
:is(.error, .note) button:focus-visible { outline: 2px solid var(--kinora-focus); outline-offset: 2px; }
@container (max-width: 480px) {
  .audio-only span { max-width: 28ch; }
  media-seek-backward-button, media-seek-forward-button, media-volume-range, media-pip-button, .speed { display: none; }
  .time { padding: 0 4px; font-size: 12px; }
  .badge { padding: 0 8px; }
  .gap { flex: 1 0 0; }
}
@container (max-width: 360px) { .share { display: none; } }
@media (pointer: coarse) { media-controller { --media-control-padding: 12px; } .menu > button, .badge { height: 36px; } .menu [role=menu] button { min-height: 44px; } }
`
