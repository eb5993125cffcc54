import { nonce } from '../nonce.ts'
import { style } from './style.ts'

/** Elements of the player, without the content of a video. */
export const markup = `
<style nonce="${nonce}">${style}</style>
<media-controller autohide="2.5" hotkeys="noc" noautoseektolive>
  <video slot="media" playsinline preload="metadata" crossorigin></video>
  <media-loading-indicator slot="centered-chrome" noautohide></media-loading-indicator>
  <div class="deck">
    <media-time-range>
      <media-preview-thumbnail slot="preview"></media-preview-thumbnail>
      <media-preview-time-display slot="preview"></media-preview-time-display>
      <img class="scene" slot="preview" alt="" hidden>
      <span class="preview" slot="preview"></span>
    </media-time-range>
    <div class="keys">
      <media-play-button></media-play-button>
      <media-seek-backward-button seekoffset="10"></media-seek-backward-button>
      <media-seek-forward-button seekoffset="10"></media-seek-forward-button>
      <media-mute-button></media-mute-button>
      <media-volume-range></media-volume-range>
      <button type="button" class="badge" aria-describedby="latency" hidden><i></i><bdi></bdi></button>
      <span class="badge-details" id="latency" hidden></span>
      <span class="time" dir="ltr"></span>
      <span class="gap"></span>
      <span class="menu audio-tracks" hidden><button type="button" class="icon"><svg viewBox="0 0 256 256" aria-hidden="true"><path d="M56,96v64a8,8,0,0,1-16,0V96a8,8,0,0,1,16,0ZM88,24a8,8,0,0,0-8,8V224a8,8,0,0,0,16,0V32A8,8,0,0,0,88,24Zm40,32a8,8,0,0,0-8,8V192a8,8,0,0,0,16,0V64A8,8,0,0,0,128,56Zm40,32a8,8,0,0,0-8,8v64a8,8,0,0,0,16,0V96A8,8,0,0,0,168,88Zm40-16a8,8,0,0,0-8,8v96a8,8,0,0,0,16,0V80A8,8,0,0,0,208,72Z"/></svg></button></span>
      <span class="menu subtitles" hidden><button type="button" class="icon"><svg viewBox="0 0 256 256" aria-hidden="true"><path d="M224,48H32A16,16,0,0,0,16,64V192a16,16,0,0,0,16,16H224a16,16,0,0,0,16-16V64A16,16,0,0,0,224,48Zm0,144H32V64H224V192ZM118.92,151.71A8,8,0,0,1,116,162.64a40,40,0,1,1,0-69.28,8,8,0,1,1-8,13.85,24,24,0,1,0,0,41.58A8,8,0,0,1,118.92,151.71Zm80,0A8,8,0,0,1,196,162.64a40,40,0,1,1,0-69.28,8,8,0,1,1-8,13.85,24,24,0,1,0,0,41.58A8,8,0,0,1,198.92,151.71Z"/></svg></button></span>
      <span class="menu speed"><button type="button"></button></span>
      <span class="menu quality" hidden><button type="button"></button></span>
      <span class="menu share" hidden><button type="button" class="icon"><svg viewBox="0 0 256 256" aria-hidden="true"><path d="M229.66,109.66l-48,48A8,8,0,0,1,168,152V112H165a88,88,0,0,0-85.23,66,8,8,0,0,1-15.5-4A103.94,103.94,0,0,1,165,96h3V56a8,8,0,0,1,13.66-5.66l48,48A8,8,0,0,1,229.66,109.66ZM192,208H40V88a8,8,0,0,0-16,0V208a16,16,0,0,0,16,16H192a8,8,0,0,0,0-16Z"/></svg></button></span>
      <media-pip-button></media-pip-button>
      <media-fullscreen-button></media-fullscreen-button>
    </div>
  </div>
</media-controller>
<div class="audio-only" aria-hidden="true" hidden>
  <svg viewBox="0 0 256 256"><path d="M210.3 56.34l-80-24A8 8 0 0 0 120 40v108.26A48 48 0 1 0 136 184V98.75l69.7 20.91A8 8 0 0 0 216 112V64a8 8 0 0 0-5.7-7.66zM88 216a32 32 0 1 1 32-32 32 32 0 0 1-32 32zm112-114.75l-64-19.2v-31.3l64 19.2z"/></svg>
  <i hidden></i>
  <span dir="auto"></span>
</div>
<img class="logo" alt="" referrerpolicy="no-referrer" hidden>
<div class="note" role="status" hidden><strong></strong><p></p><button type="button" hidden></button></div>
<div class="error" role="alert" hidden><strong></strong><p></p><button type="button"></button></div>
`
