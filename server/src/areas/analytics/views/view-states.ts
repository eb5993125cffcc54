import { literal, uuids } from '../warehouse/literal.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { counted, customColumns, type ReceivedEvent, type ViewFacts, type ViewState } from './deltas.ts'

/** What is known of views that are going on. */
export interface ViewStates {
  /** Reads what is not in memory, so that `get` knows the views of these events. */
  load(events: readonly ReceivedEvent[]): Promise<void>
  get(event: ReceivedEvent): ViewState | null
  set(event: ReceivedEvent, state: ViewState): void
  /** Forgets all, because another process may have changed it. */
  clear(): void
}

const MAX_VIEWS = 100_000
/** The IDs of more, each with its video, do not fit into a statement: ClickHouse reads 256 kB. */
const MAX_READ = 2500
/** How far the start of a view may be from what a later event says: networks delay, and clocks are set. */
const SLACK_MS = 2 * 3_600_000

const factNames = [
  'object_id',
  'kind',
  'custom_playback_id',
  'session_id',
  'viewer_id',
  'programme',
  'partner',
  'country',
  'region',
  'city',
  'isp',
  'device_type',
  'device',
  'os',
  'browser',
  'player_version',
  'page_host',
  'is_bot',
  ...customColumns,
] as const satisfies readonly (keyof ViewFacts)[]

type StateRow = { view_id: string; started_ms: number; seq: number } & ViewFacts &
  Record<(typeof counted)[number], number>

/** @param warehouse has all batches before the one that is being made */
export function viewStates(warehouse: Warehouse): ViewStates {
  // In the order of their last use.
  const states = new Map<string, ViewState>()
  const keyOf = ({ environmentId, viewId }: ReceivedEvent) => `${environmentId} ${viewId}`

  async function read(environmentId: string, events: readonly ReceivedEvent[]): Promise<void> {
    const starts = events.map(({ atMs, elapsedMs }) => atMs - elapsedMs)
    const objects = [...new Set(events.map(({ facts }) => facts.object_id))]
    const ids = [...new Set(events.map(({ viewId }) => viewId))]
    const from = new Date(Math.min(...starts) - SLACK_MS)
    const to = new Date(Math.max(...starts) + SLACK_MS)
    const rows = await warehouse.rows<StateRow>(
      `SELECT view_id, toUnixTimestamp64Milli(any(started_at)) AS started_ms, max(last_seq) AS seq,
        ${counted.map((name) => `sum(views.${name}) AS ${name}`).join(', ')},
        ${factNames.map((name) => (name === 'object_id' ? name : `toString(any(views.${name})) AS ${name}`)).join(', ')}
      FROM views
      WHERE environment_id = ${literal(environmentId, 'UUID')}
        AND toStartOfHour(started_at) BETWEEN toStartOfHour(${literal(from, `DateTime64(3, 'UTC')`)})
          AND ${literal(to, `DateTime64(3, 'UTC')`)}
        AND object_id IN ${uuids(objects)} AND view_id IN ${uuids(ids)}
      GROUP BY view_id, object_id`,
    )
    for (const row of rows) {
      const facts = Object.fromEntries(factNames.map((name) => [name, row[name]])) as unknown as ViewFacts
      const counts = Object.fromEntries(counted.map((name) => [name, row[name]])) as ViewState['counts']
      const is_bot = Number(facts.is_bot) === 1 ? 1 : 0
      states.set(`${environmentId} ${row.view_id}`, {
        startedMs: row.started_ms,
        seq: row.seq,
        counts,
        facts: { ...facts, is_bot },
      })
    }
  }

  return {
    async load(events) {
      // Also first events: they can come again after this process has started again.
      const unknown = events.filter((event) => !states.has(keyOf(event)))
      for (const [environmentId, own] of Map.groupBy(unknown, (event) => event.environmentId))
        for (let at = 0; at < own.length; at += MAX_READ)
          await read(environmentId, own.slice(at, at + MAX_READ))
    },
    get: (event) => states.get(keyOf(event)) ?? null,
    set(event, state) {
      const key = keyOf(event)
      states.delete(key)
      states.set(key, state)
      if (states.size <= MAX_VIEWS) return
      const [oldest] = states.keys()
      if (oldest !== undefined) states.delete(oldest)
    },
    clear: () => states.clear(),
  }
}
