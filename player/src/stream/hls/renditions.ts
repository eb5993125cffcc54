import type Hls from 'hls.js'
import { Events } from 'hls.js'
import { LIVE_DATA_ID } from '../../live/tags.ts'
import { withToken } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'

/** How often the playlist is checked for new renditions while the video may still be encoded. */
const CHECK_MS = 15_000
const MAX_CHECK_MS = 120_000

/** Checks for new renditions, which appear while the ladder is encoded. The interval grows while nothing changes.
 * Returns a function that remembers the renditions of an instance.
 * @param onNew called if the playing instance lacks renditions */
export function checkRenditions(playback: Readonly<HlsPlayback>, onNew: () => void): (opened: Hls) => void {
  const { src, closed } = playback
  let known = ''
  let pause = CHECK_MS
  let timer = setTimeout(check, pause)

  async function check(): Promise<void> {
    const playing = playback.hls
    const isComplete = document.hidden || playback.isLive || known === ''
    const fresh = isComplete ? known : await fetchRenditions()
    if (closed.aborted) return
    pause = fresh === known ? Math.min(pause * 1.2, MAX_CHECK_MS) : CHECK_MS
    if (fresh !== known && playing === playback.hls) onNew()
    timer = setTimeout(check, pause)
  }

  function fetchRenditions(): Promise<string> {
    return fetch(withToken(src, playback.token)).then(
      async (answer) => {
        const playlist = answer.ok ? await answer.text() : null
        // A stream that begins does not interrupt its earlier recording.
        return playlist === null || playlist.includes(LIVE_DATA_ID) ? known : renditionsOf(playlist)
      },
      () => known,
    )
  }

  closed.addEventListener('abort', () => clearTimeout(timer))
  return (opened) => {
    opened.on(Events.MANIFEST_LOADED, (_event, { networkDetails }) => {
      known = networkDetails instanceof XMLHttpRequest ? renditionsOf(networkDetails.responseText) : ''
    })
  }
}

/** URLs and audio tracks of a multivariant playlist, without tokens, which change without a change of the content.
 * Empty for playlists of one viewer: another request would begin another session. */
function renditionsOf(playlist: string): string {
  if (/^\S+\/s\/[^/]+\//m.test(playlist)) return ''
  const renditions = playlist
    .split('\n')
    .filter((line) => (line !== '' && !line.startsWith('#')) || line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'))
  return renditions.map((offer) => offer.replace(/[?&]token=[^"]*/, '')).join('\n')
}
