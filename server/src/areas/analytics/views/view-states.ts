import {
  counted,
  customColumns,
  type ReceivedEvent,
  type ViewFacts,
  type ViewState,
} from '../deltas/deltas.ts'
import { literal, uuids } from '../warehouse/literal.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'

/** The states of recent views, in memory. */
export interface ViewStates {
  /** Loads the views of these events from the warehouse, unless they are in memory, so that `get` finds them. */
  load(events: readonly ReceivedEvent[]): Promise<void>
  get(event: ReceivedEvent): ViewState | null
  set(event: ReceivedEvent, state: ViewState): void
  /** Discards all states, because another process may have changed them. */
  clear(): void
}

const MAX_VIEWS = 100_000
/** Views per query. ClickHouse limits statements to 256 kB, and each view adds its ID and that of its video. */
const MAX_READ = 2500
/** How far the stored start of a view can differ from the start computed from a later event: networks delay events, and
 * clocks are adjusted. */
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

/** @param warehouse has all batches except the one that is being made */
export function viewStates(warehouse: Warehouse): ViewStates {
  // In order of last use.
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
      // First events are looked up too: they can be repeated after a restart of this process.
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
