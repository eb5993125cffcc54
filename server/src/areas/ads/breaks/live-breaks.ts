import { addSeconds } from '../../../platform/clock.ts'
import { type CueRow, cuesSince } from '../../live/index.ts'
import type { Ads } from '../ads.ts'

/** Breaks of live streams in memory, as the database has them. */
export interface LiveBreaks {
  /** Those that run or come, and recent ones, in order. */
  of(stream: { readonly id: string; readonly environmentId: string }): Promise<readonly CueRow[]>
}

/** Those that ended longer ago are not in memory. */
export const RECENT_SECONDS = 1200
/** A message can be lost, so memory is not trusted for longer. */
const FRESH_MS = 5000
const MAX_STREAMS = 2000

export function liveBreaks({ db, bus, clock }: Pick<Ads, 'db' | 'bus' | 'clock'>): LiveBreaks {
  const known = new Map<string, { readonly readMs: number; readonly cues: Promise<readonly CueRow[]> }>()
  bus.subscribe('liveCues', (streamId) => {
    if (streamId === '') known.clear()
    else known.delete(streamId)
  })
  return {
    of(stream) {
      const found = known.get(stream.id)
      if (found !== undefined && performance.now() - found.readMs < FRESH_MS) return found.cues
      const cues = cuesSince(db, stream, addSeconds(clock.now(), -RECENT_SECONDS))
      cues.catch(() => known.delete(stream.id))
      known.delete(stream.id)
      known.set(stream.id, { readMs: performance.now(), cues })
      const [oldest] = known.keys()
      if (known.size > MAX_STREAMS && oldest !== undefined) known.delete(oldest)
      return cues
    },
  }
}
