import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** Checks secrets of encoders, and limits what wrong ones cost. A right secret is never refused. */
export interface Attempts {
  /** Looks up or verifies a secret in turn. One that is known to be wrong is not checked again.
   * @param find returns null if the secret is wrong */
  check<T>(address: string, secret: string, find: () => Promise<T | null>): Promise<Checked<T>>
  /** Runs a task at once; after too many wrong secrets of the address, one task at a time. */
  inTurn<T>(address: string, task: () => Promise<T>): Promise<T>
}

export type Checked<T> =
  | { readonly isRight: true; readonly found: T }
  /** `isBlocked`: the address has sent too many wrong secrets. */
  | { readonly isRight: false; readonly isBlocked: boolean }

interface Entry {
  wrong: number
  readonly until: number
  /** Hashes of wrong secrets. Encoders repeat theirs. */
  readonly known: Set<string>
  last: Promise<unknown>
}

const MAX_WRONG = 10
const WINDOW_MS = 60_000
const MAX_ADDRESSES = 10_000
const MAX_KNOWN = 20

export function countAttempts(clock: Clock): Attempts {
  const entries = new Map<string, Entry>()
  const now = () => clock.now().getTime()

  function entryOf(address: string): Entry | null {
    const entry = entries.get(address)
    return entry !== undefined && entry.until > now() ? entry : null
  }

  function addWrong(address: string, hash: string): boolean {
    const entry = entryOf(address) ?? addEntry(address)
    const isBlocked = entry.wrong >= MAX_WRONG
    entry.wrong += 1
    if (entry.known.size < MAX_KNOWN) entry.known.add(hash)
    return isBlocked
  }

  function addEntry(address: string): Entry {
    const entry = { wrong: 0, until: now() + WINDOW_MS, known: new Set<string>(), last: Promise.resolve() }
    entries.delete(address)
    entries.set(address, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ADDRESSES && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  function inTurn<T>(address: string, task: () => Promise<T>): Promise<T> {
    const entry = entryOf(address)
    if (entry === null || entry.wrong < MAX_WRONG) return task()
    const result = entry.last.then(task)
    entry.last = result.catch(() => undefined)
    return result
  }

  return {
    inTurn,
    async check(address, secret, find) {
      const hash = createHash('sha256').update(secret).digest('base64')
      const isKnown = entryOf(address)?.known.has(hash) ?? false
      const found = isKnown ? null : await inTurn(address, find)
      if (found !== null) return { isRight: true, found }
      return { isRight: false, isBlocked: addWrong(address, hash) }
    },
  }
}
