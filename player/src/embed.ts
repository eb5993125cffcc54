import './embed.css'
import { openPage } from './page.ts'

const host = document.querySelector('main > div')
if (!(host instanceof HTMLElement)) throw new Error('the page has no element for the player')
void openPage(host)

// The page has no other use for the keyboard: shortcuts work without focusing the player first.
for (const type of ['keydown', 'keyup'] as const) {
  addEventListener(type, (event) => {
    if (event.target !== document.body) return
    const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event
    const copy = new KeyboardEvent(type, { key, code, altKey, ctrlKey, metaKey, shiftKey })
    host.shadowRoot?.querySelector('media-controller')?.dispatchEvent(copy)
  })
}
