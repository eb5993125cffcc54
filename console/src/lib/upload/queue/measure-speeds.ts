import type { Clock } from '../sleeper'
import { type Entries, publish } from './entries'
import { measure } from './entry'

const measureMs = 500

/** Returns the function that measures and publishes the speeds from now on, until no upload is sending. */
export function speedMeasurement(entries: Entries, clock: Clock): () => void {
  let ticking = false
  const tick = () => {
    for (const entry of entries.all) measure(entry, clock.now())
    publish(entries)
    ticking = entries.all.some(({ state }) => state.kind === 'sending')
    if (ticking) clock.after(measureMs, tick)
  }
  return () => {
    if (ticking) return
    ticking = true
    tick()
  }
}
