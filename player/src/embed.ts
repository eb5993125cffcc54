import './embed.css'
import { mountPlayer } from './index.ts'

const { playbackId, token, title, poster, storyboard } = document.body.dataset
const host = document.querySelector('main > div')
if (!(host instanceof HTMLElement)) throw new Error('the page has no place for the player')
const query = new URLSearchParams(location.search)
const language = query.get('lang') ?? navigator.language
document.documentElement.lang = language

mountPlayer(host, {
  src: `/play/${playbackId}.m3u8`,
  token: token || null,
  title: title ?? '',
  poster: poster || null,
  storyboard: storyboard || null,
  startAt: query.get('t'),
  language,
})

// Nothing else on this page wants the keys: they reach the player without a press on it first.
for (const type of ['keydown', 'keyup'] as const) {
  addEventListener(type, (event) => {
    if (event.target !== document.body) return
    const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event
    const copy = new KeyboardEvent(type, { key, code, altKey, ctrlKey, metaKey, shiftKey })
    host.shadowRoot?.querySelector('media-controller')?.dispatchEvent(copy)
  })
}
