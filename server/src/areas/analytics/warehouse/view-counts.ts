import type { Clock } from '../../../platform/clock.ts'
import { literal } from './literal.ts'
import type { Warehouse } from './warehouse.ts'

/** Counts the views of environments on the UTC days of a range, as they were up to a minute ago. Counts only days whose
 * single views are kept.
 * @throws Error if the warehouse is unavailable */
export type CountViews = (
  environmentIds: readonly string[],
  range: { readonly from: Date; readonly to: Date },
) => Promise<number>

type ViewsByDay = ReadonlyMap<number, number>

const KEPT_MS = 60_000
const MOST_ENVIRONMENTS = 1000
const DAY_MS = 86_400_000

/** @param viewsDays days that single views are kept */
export function viewCounter(
  warehouse: Pick<Warehouse, 'rows'>,
  clock: Pick<Clock, 'now'>,
  viewsDays: number,
): CountViews {
  const known = new Map<string, { readonly readMs: number; readonly views: Promise<ViewsByDay> }>()

  function viewsOf(environmentId: string): Promise<ViewsByDay> {
    const nowMs = clock.now().getTime()
    const last = known.get(environmentId)
    if (last !== undefined && nowMs - last.readMs < KEPT_MS) return last.views
    const since = new Date(nowMs - viewsDays * DAY_MS)
    const read = { readMs: nowMs, views: viewsByDay(warehouse, environmentId, since) }
    // Moves to the end, so that the one that was read longest ago is first.
    known.delete(environmentId)
    known.set(environmentId, read)
    const [oldest] = known.keys()
    if (known.size > MOST_ENVIRONMENTS && oldest !== undefined) known.delete(oldest)
    read.views.catch(() => known.get(environmentId) === read && known.delete(environmentId))
    return read.views
  }

  return async (environmentIds, { from, to }) => {
    const [first, last] = [Math.floor(from.getTime() / DAY_MS), Math.floor(to.getTime() / DAY_MS)]
    const counts = await Promise.all(environmentIds.map(viewsOf))
    return counts
      .flatMap((views) => [...views])
      .reduce((sum, [day, views]) => (day >= first && day <= last ? sum + views : sum), 0)
  }
}

async function viewsByDay(
  warehouse: Pick<Warehouse, 'rows'>,
  environmentId: string,
  since: Date,
): Promise<ViewsByDay> {
  const rows = await warehouse.rows<{ day: number; counted: number }>(
    `SELECT intDiv(toUnixTimestamp(time), 86400) AS day, sum(views) AS counted FROM view_totals
      WHERE environment_id = ${literal(environmentId, 'UUID')} AND dimension = ''
        AND time >= ${literal(since, `DateTime64(3, 'UTC')`)} GROUP BY day`,
  )
  return new Map(rows.map(({ day, counted }) => [day, counted]))
}
