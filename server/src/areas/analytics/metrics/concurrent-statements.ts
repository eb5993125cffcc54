import type { Dimension } from '@kinora/contract'
import { literal, literals } from '../warehouse/literal.ts'
import { columnOf, conditionOf } from './columns.ts'
import { stepOf } from './statements.ts'
import { tenantConditions, type ViewScope } from './view-scope.ts'

interface Wanted {
  readonly by?: Dimension
  /** The values of the dimension to return. */
  readonly keys?: readonly string[]
  /** The values of a dimension to leave out. */
  readonly others?: { readonly by: Dimension; readonly keys: readonly string[] }
  readonly isSeries?: boolean
}

/** Selects `value`, the peak of concurrent views, and `at` and `key` if requested.
 * @throws problem dimension-not-possible */
export function peakStatement(scope: ViewScope, { by, keys, others, isSeries = false }: Wanted = {}): string {
  const bucket = stepOf('time', scope.range)
  const own = by === undefined ? [] : [`${columnOf('concurrent', by)} AS key`]
  const grouped = [...(isSeries ? ['at'] : []), ...(by === undefined ? [] : ['key'])]
  const limited =
    by !== undefined && keys !== undefined
      ? ` AND ${columnOf('concurrent', by)} IN ${literals(keys, 'String')}`
      : ''
  const rest = others === undefined ? '' : ` AND NOT ${conditionOf('concurrent', others.by, others.keys)}`
  return `SELECT ${[...(isSeries ? [`${bucket} AS at`] : []), ...(by === undefined ? [] : ['key']), 'max(total) AS value', 'value AS counted'].join(', ')}
    FROM (SELECT ${['concurrent.at AS time', ...own, 'sum(viewers) AS total'].join(', ')} FROM concurrent
      ${whereOf(scope)}${limited}${rest} GROUP BY ${['time', ...own.map(() => 'key')].join(', ')})
    ${grouped.length === 0 ? '' : `GROUP BY ${grouped.join(', ')}`}
    ORDER BY ${isSeries ? 'at' : 'value DESC'}`
}

function whereOf({ environments, range: { from, to }, filters }: ViewScope): string {
  const conditions = [
    ...tenantConditions(environments),
    `concurrent.at >= ${literal(from, `DateTime64(3, 'UTC')`)} AND concurrent.at < ${literal(to, `DateTime64(3, 'UTC')`)}`,
  ]
  for (const [dimension, values] of Object.entries(filters) as [Dimension, string[] | undefined][])
    if (values !== undefined) conditions.push(conditionOf('concurrent', dimension, values))
  return `WHERE ${conditions.join(' AND ')}`
}
