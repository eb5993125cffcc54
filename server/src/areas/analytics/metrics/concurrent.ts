import { type RepeatedTask, repeat } from '../../../platform/jobs/repeat.ts'
import type { Analytics } from '../analytics.ts'
import { literal } from '../warehouse/literal.ts'
import { isInEnvironments, type ViewScope } from './view-scope.ts'

/** A view is active if its latest event is at most this old and is not a pause, an end or an error. Players send an event at
 * least every ten seconds. */
const PRESENT_MS = 15_000
const STEP_MS = 10_000
/** Sampling stops this long after the last event. */
const QUIET_MS = 60_000
const IDLE_MS = 3_600_000

/** Selects the views that are active at a time, with `view_id`, `environment_id` and the other columns of `presence`.
 * @param environments null for all */
export function presentStatement(at: Date, environments: ViewScope['environments'] | null): string {
  const from = literal(new Date(at.getTime() - PRESENT_MS), `DateTime64(3, 'UTC')`)
  const to = literal(at, `DateTime64(3, 'UTC')`)
  const isOwn = environments === null ? '' : `AND ${isInEnvironments(environments)}`
  return `SELECT environment_id, view_id, any(object_id) AS object_id, any(kind) AS kind, any(country) AS country,
      any(device_type) AS device_type
    FROM presence
    WHERE toStartOfMinute(received_at) BETWEEN toStartOfMinute(${from}) AND ${to}
      AND received_at > ${from} AND received_at <= ${to} ${isOwn}
    GROUP BY environment_id, view_id HAVING argMax(is_present, seq) = 1`
}

/** Selects `at` and `value`: the peak of concurrent views that match the conditions, for each minute of the range. Gives the
 * same values as samples would. `presence` has the last day only. */
export function presencePeaksStatement(
  { environments, range: { from, to } }: ViewScope,
  conditions: readonly string[],
): string {
  const stepS = STEP_MS / 1000
  const [first, last] = [from, to].map((time) => literal(time, `DateTime64(3, 'UTC')`))
  const next = `toUInt32(ceil(toUnixTimestamp64Milli(received_at) / ${STEP_MS}) * ${stepS})`
  const samples = `arrayFilter(t -> t * 1000 < toUnixTimestamp64Milli(received_at) + ${PRESENT_MS}
    AND t * 1000 <= toUnixTimestamp64Milli(${last}), [${next}, ${next} + ${stepS}])`
  const where = [
    isInEnvironments(environments),
    `toStartOfMinute(received_at) BETWEEN toStartOfMinute(${first} - INTERVAL 1 MINUTE) AND ${last}`,
    ...conditions,
  ]
  return `SELECT intDiv(sample, 60) * 60 AS at, max(viewers) AS value FROM (
      SELECT sample, count() AS viewers FROM (
        SELECT arrayJoin(${samples}) AS sample, environment_id, view_id FROM presence WHERE ${where.join(' AND ')}
        GROUP BY sample, environment_id, view_id HAVING argMax(is_present, seq) = 1)
      GROUP BY sample)
    GROUP BY at ORDER BY at`
}

/**
 * Counts the active views every ten seconds while events arrive; `wake` reports new events. The insert token of a sample is
 * its time, so it exists once even if several processes count.
 */
export function startSampling({ clock, log, warehouse }: Analytics): RepeatedTask {
  let quietMs = 0
  let lastMs = 0
  const nowMs = () => clock.now().getTime()

  async function sample(): Promise<number> {
    const at = Math.floor(nowMs() / STEP_MS) * STEP_MS
    if (at > quietMs) return IDLE_MS
    if (at > lastMs) {
      const rows = await warehouse.rows<Record<string, unknown>>(
        `SELECT environment_id, toUInt32(${at / 1000}) AS at, object_id, any(kind) AS kind, count() AS viewers
          FROM (${presentStatement(new Date(at), null)}) GROUP BY environment_id, object_id`,
      )
      lastMs = at
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      if (lines !== '') await warehouse.insert('concurrent', lines, `concurrent-${at}`)
    }
    return STEP_MS - (nowMs() % STEP_MS)
  }

  const task = repeat(sample, 'counting concurrent viewers', log)
  return {
    wake() {
      const wasQuiet = nowMs() > quietMs
      quietMs = nowMs() + QUIET_MS
      if (wasQuiet) task.wake()
    },
    stop: task.stop,
  }
}
