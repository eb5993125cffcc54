import { Problem } from '../problem'

const firstMs = 1000
const longestMs = 30_000

/** Doubles from a second to thirty, with up to a third taken off so that clients do not return together. */
export function retryAfterMs(failures: number, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 3)
}

/**
 * Why an upload stands still and goes on by itself. `offline`: no answer; `proxy`: something between us and the server
 * answered in its stead; `server`: it is busy or restarting; `room`: its storage is nearly full.
 */
export interface Stall {
  readonly cause: 'offline' | 'proxy' | 'server' | 'room'
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
}

/** What to wait for after a call failed; undefined where waiting does not help. */
export function stallOf(error: unknown): Stall | undefined {
  if (!(error instanceof Problem)) return undefined
  const { id, status } = error
  if (id === 'storage-full') return { cause: 'room', status }
  if (id === 'timeout' && status === 0) return { cause: 'server', status }
  if (status === 0) return { cause: 'offline', status }
  if (id === 'answer-unreadable')
    return status >= 500 || status === 408 ? { cause: 'proxy', status } : undefined
  return error.passing || id === 'idempotency-in-flight' ? { cause: 'server', status } : undefined
}

/** The same for the PUT of a part, whose address may have lapsed and whose bytes may have been cut short. */
export function partStallOf(error: unknown, failures: number): Stall | undefined {
  const stall = stallOf(error)
  if (stall || !(error instanceof Problem) || failures >= mostRefusals) return stall
  const again = error.status === 403 || error.status === 400 || error.id === 'upload-part-mismatch'
  return again ? { cause: 'server', status: error.status } : undefined
}

/** A part that is refused this often in a row is refused for good. */
const mostRefusals = 4
