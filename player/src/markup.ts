import { nonce } from './nonce.ts'
import { style } from './style.ts'

/** The player's parts, empty of what one video brings. */
export const markup = `
<style nonce="${nonce}">${style}</style>
<media-controller autohide="2.5">
  <video slot="media" playsinline preload="metadata" crossorigin></video>
  <media-loading-indicator slot="centered-chrome" noautohide></media-loading-indicator>
  <div class="deck">
    <media-time-range>
      <media-preview-thumbnail slot="preview"></media-preview-thumbnail>
      <media-preview-time-display slot="preview"></media-preview-time-display>
    </media-time-range>
    <div class="keys">
      <media-play-button></media-play-button>
      <media-seek-backward-button seekoffset="10"></media-seek-backward-button>
      <media-seek-forward-button seekoffset="10"></media-seek-forward-button>
      <media-mute-button></media-mute-button>
      <media-volume-range></media-volume-range>
      <span class="time" dir="ltr"></span>
      <span class="gap"></span>
      <select class="speed"></select>
      <select class="quality" hidden></select>
      <media-pip-button></media-pip-button>
      <media-fullscreen-button></media-fullscreen-button>
    </div>
  </div>
</media-controller>
<div class="error" role="alert" hidden><strong></strong><p></p><button type="button"></button></div>
`
