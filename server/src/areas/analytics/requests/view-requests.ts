import type { DeliveredFile } from '../../delivery/index.ts'

/** Counts the requests of each view for its timeline. */
export interface ViewRequests {
  add(file: DeliveredFile, viewId: string, atMs: number): void
  /** Returns and resets the rows of `view_requests`. */
  take(): Record<string, unknown>[]
}

interface Count {
  readonly key: Record<string, unknown>
  requests: number
  bytes: number
  slowest_ms: number
}

const STEP_MS = 10_000
/** Counts in a step. Requests beyond are not counted. */
const MAX_KEYS = 20_000

export function openViewRequests(): ViewRequests {
  let counts = new Map<string, Count>()
  return {
    add({ environmentId, kind, rendition, status, bytes, tookMs }, viewId, atMs) {
      const at = Math.floor(atMs / STEP_MS) * (STEP_MS / 1000)
      const key = { environment_id: environmentId, view_id: viewId, at, file: kind, rendition, status }
      const name = Object.values(key).join(' ')
      const count = counts.get(name) ?? { key, requests: 0, bytes: 0, slowest_ms: 0 }
      if (counts.size >= MAX_KEYS && !counts.has(name)) return
      count.requests += 1
      count.bytes += bytes
      count.slowest_ms = Math.max(count.slowest_ms, Math.round(tookMs))
      counts.set(name, count)
    },
    take() {
      const rows = [...counts.values()].map(({ key, ...figures }) => ({ ...key, ...figures }))
      counts = new Map()
      return rows
    },
  }
}
