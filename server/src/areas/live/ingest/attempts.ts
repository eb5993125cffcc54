import type { Clock } from '../../../platform/clock.ts'

/** Counts wrong stream keys per address. */
export interface Attempts {
  /** Whether the address has sent too many wrong keys. Its keys are refused for a while. */
  isBlocked(address: string): boolean
  addWrong(address: string): void
}

const MAX_WRONG = 10
const WINDOW_MS = 60_000
const MAX_ADDRESSES = 10_000

export function countAttempts(clock: Clock): Attempts {
  const wrong = new Map<string, { count: number; readonly until: number }>()
  const now = () => clock.now().getTime()
  return {
    isBlocked(address) {
      const entry = wrong.get(address)
      return entry !== undefined && entry.until > now() && entry.count >= MAX_WRONG
    },
    addWrong(address) {
      const entry = wrong.get(address)
      if (entry !== undefined && entry.until > now()) {
        entry.count += 1
        return
      }
      wrong.delete(address)
      wrong.set(address, { count: 1, until: now() + WINDOW_MS })
      const [oldest] = wrong.keys()
      if (wrong.size > MAX_ADDRESSES && oldest !== undefined) wrong.delete(oldest)
    },
  }
}
