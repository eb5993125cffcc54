import { Problem } from '../problem'

const firstMs = 1000
const longestMs = 30_000

/** Exponential backoff from 1 s to 30 s, with up to a third subtracted as jitter. */
export function retryAfterMs(failures: number, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 3)
}

/**
 * Why an upload waits before it resumes by itself. `offline`: no answer; `proxy`: a proxy answered instead of the
 * server; `server`: it is busy or restarting; `room`: its storage is nearly full.
 */
export interface Stall {
  readonly cause: 'offline' | 'proxy' | 'server' | 'room'
  /** HTTP status; 0 without an answer. */
  readonly status: number
}

/** The wait after a failed call; undefined if waiting does not help. */
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

/** The wait after a failed PUT of a part, whose URL may have expired and whose body may have been truncated. */
export function partStallOf(error: unknown, failures: number): Stall | undefined {
  const stall = stallOf(error)
  if (stall || !(error instanceof Problem) || failures >= maxRefusals) return stall
  const again = error.status === 403 || error.status === 400 || error.id === 'upload-part-mismatch'
  return again ? { cause: 'server', status: error.status } : undefined
}

/** After this many consecutive refusals, the part has failed. */
const maxRefusals = 4
