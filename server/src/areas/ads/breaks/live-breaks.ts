import { addSeconds } from '../../../platform/clock.ts'
import { type CueRow, cuesSince, liveCueChannel } from '../../live/index.ts'
import type { Ads } from '../ads.ts'

/** Cache of the breaks of live streams. */
export interface LiveBreaks {
  /** Current, planned and recent breaks, in order. */
  of(stream: { readonly id: string; readonly environmentId: string }): Promise<readonly CueRow[]>
}

/** Breaks that ended longer ago are not cached, in seconds. */
export const RECENT_SECONDS = 1200
/** Lifetime of a cache entry: a NOTIFY message can be lost. */
const FRESH_MS = 5000
const MAX_STREAMS = 2000

export function liveBreaks({ db, bus, clock }: Pick<Ads, 'db' | 'bus' | 'clock'>): LiveBreaks {
  const known = new Map<string, Known>()
  bus.subscribe(liveCueChannel, (streamId) => {
    const changed = streamId === '' ? known.values() : [known.get(streamId)]
    for (const each of changed) if (each) each.freshUntilMs = 0
  })
  return {
    of(stream) {
      const found = known.get(stream.id)
      if (found !== undefined && performance.now() < found.freshUntilMs) return found.cues
      const read = cuesSince(db, stream, addSeconds(clock.now(), -RECENT_SECONDS))
      const cues = read.catch((error: unknown) => {
        const failed = known.get(stream.id)
        if (failed?.cues === cues) known.delete(stream.id)
        if (found === undefined) throw error
        // While the database is unreachable, the cached breaks are used.
        known.set(stream.id, { freshUntilMs: 0, cues: found.cues })
        return found.cues
      })
      known.delete(stream.id)
      known.set(stream.id, { freshUntilMs: performance.now() + FRESH_MS, cues })
      const [oldest] = known.keys()
      if (known.size > MAX_STREAMS && oldest !== undefined) known.delete(oldest)
      return cues
    },
  }
}

interface Known {
  /** Expiry, by `performance.now()`. */
  freshUntilMs: number
  readonly cues: Promise<readonly CueRow[]>
}
