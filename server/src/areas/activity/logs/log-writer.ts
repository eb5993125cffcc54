import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Channel } from '../../../platform/events/bus.ts'
import type { Activity } from '../activity.ts'
import { requestLogs } from '../tables.ts'

/** The ID of an environment or organization with new logs. */
export const logChannel: Channel = 'kinora_logs'

/** A row of `request_logs` as JSON. */
export interface LogEntry {
  readonly id: string
  readonly scope_id: string
  readonly created_at: string
  readonly method: string
  readonly url: string
  readonly status: number
  readonly took_ms: number
  readonly actor_kind: 'person' | 'token' | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly impersonator: string | null
  readonly description: string
  readonly request_id: string
  readonly address: string | null
  readonly object_id: string | null
  readonly request_body: string | null
  readonly response_body: string | null
}

export interface LogWriter {
  /** Queues the entry. It is written soon after. */
  add(entry: LogEntry): void
  /** Writes the remaining entries, within a time limit. */
  close(): Promise<void>
}

const FLUSH_MS = 300
const BATCH = 500
/** Maximum characters of queued entries. Above it, the oldest entries are dropped. */
const MAX_WAITING_CHARS = 32 * 1024 ** 2
const RETRY_MS = 1_000
const CLOSE_WITHIN_MS = 3_000

/** Writes logs in batches, in the background of requests. */
export function openLogWriter({ db, log, metrics }: Pick<Activity, 'db' | 'log' | 'metrics'>): LogWriter {
  let waiting: LogEntry[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null
  let closed = false

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => {
      writing = null
      if (waiting.length > 0 && !closed) timer ??= setTimeout(() => void flush(), FLUSH_MS)
    })
    return writing
  }

  const write = async () => {
    do {
      const batch = waiting.splice(0, BATCH)
      try {
        await insert(batch)
        size -= sizeOf(batch)
      } catch (err) {
        log.warn({ err, entries: batch.length }, 'requests could not be logged')
        if (isDataFault(err)) {
          size -= sizeOf(batch)
          metrics.logsDropped.inc(batch.length)
          continue
        }
        waiting = [...batch, ...waiting]
        await pause(RETRY_MS)
      }
    } while (waiting.length >= BATCH)
  }

  /** Drops a tenth more than needed, because removing from the front is slow. */
  const dropOldest = () => {
    let count = 0
    for (const entry of waiting) {
      if (size <= MAX_WAITING_CHARS * 0.9) break
      size -= sizeOf([entry])
      count += 1
    }
    waiting = waiting.slice(count)
    metrics.logsDropped.inc(count)
  }

  const insert = (entries: readonly LogEntry[]) =>
    db.execute(sql`
      WITH written AS (
        INSERT INTO ${requestLogs} (${columns})
        SELECT ${columns} FROM json_populate_recordset(NULL::request_logs, ${JSON.stringify(entries)}::json)
        RETURNING scope_id
      )
      SELECT pg_notify(${logChannel}, scope_id::text) FROM (SELECT DISTINCT scope_id FROM written) AS scope`)

  const writeAll = async () => {
    while ((waiting.length > 0 || writing !== null) && !closed) await flush()
  }

  return {
    add(entry) {
      waiting.push(entry)
      size += sizeOf([entry])
      if (size > MAX_WAITING_CHARS) dropOldest()
      if (waiting.length >= BATCH) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    async close() {
      await Promise.race([writeAll(), pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
      closed = true
      clearTimeout(timer)
    },
  }
}

function sizeOf(entries: readonly LogEntry[]): number {
  const rest = 500
  return entries.reduce(
    (sum, { request_body, response_body }) =>
      sum + rest + (request_body?.length ?? 0) + (response_body?.length ?? 0),
    0,
  )
}

/** The entries are invalid (SQLSTATE class 22), so a retry would fail too. */
function isDataFault(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22')
}

const columns = sql.raw(
  `id, scope_id, created_at, method, url, status, took_ms, actor_kind, actor_id, actor_name, impersonator,
   description, request_id, address, object_id, request_body, response_body`,
)
