import { setTimeout as pause } from 'node:timers/promises'
import { type LlPlaylist, parseLlPlaylist } from '../hls/ll-hls-check.ts'

/** A minimal player that has loaded parts of a live stream. */
interface PartViewer {
  /** When each new part was loaded, by `performance.now()`. */
  readonly arrivals: readonly number[]
  /** Resolves when so many more parts have arrived. */
  whenNew(parts: number): Promise<void>
  end(): void
}

const POLL_MS = 100
const TIMEOUT_MS = 5000

/** Polls the last media playlist, even after errors, and loads the newest part.
 * @param onPlaylist called with each playlist while the stream is live */
export function startPartViewer(
  master: string,
  onPlaylist: (playlist: LlPlaylist) => void = () => undefined,
): PartViewer {
  const arrivals: number[] = []
  let isOver = false
  let newest = -1
  void (async () => {
    while (!isOver) {
      await look().catch(() => undefined)
      await pause(POLL_MS)
    }
  })()

  async function look(): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const text = await (await fetch(master, { signal })).text()
    const media = text.split('\n').findLast((line) => line !== '' && !line.startsWith('#'))
    if (media === undefined) return
    const address = new URL(media, master)
    const answer = await fetch(address, { signal })
    if (!answer.ok) return
    const playlist = parseLlPlaylist(await answer.text())
    // Until the stream is live again, its URL plays the recording.
    if (playlist.isEnded) return
    onPlaylist(playlist)
    const last = playlist.segments.at(-1)
    if (last === undefined) return
    const at = last.msn * 1000 + last.parts.length
    const uri = last.parts.at(-1)?.uri ?? last.uri
    if (at <= newest || uri === null || !(await fetch(new URL(uri, address), { signal })).ok) return
    newest = at
    arrivals.push(performance.now())
  }

  return {
    arrivals,
    async whenNew(parts) {
      const wanted = arrivals.length + parts
      while (arrivals.length < wanted) await pause(POLL_MS / 2)
    },
    end() {
      isOver = true
    },
  }
}
