import { type Dimension, dimensions, type MetricId, type Note, type ShapeParameter } from '@kinora/contract'
import { canFilter, hasColumn } from './columns.ts'
import { definitions } from './definitions.ts'

type Asked = Partial<Record<Dimension, readonly string[] | undefined>> & {
  readonly missing?: readonly Dimension[] | undefined
  readonly groupBy?: Dimension | undefined
  readonly splitBy?: Dimension | undefined
} & Partial<Record<Exclude<ShapeParameter, 'groupBy' | 'splitBy'>, string | boolean | undefined>>

/** Notes about the parameters of a query that have no effect on some metrics, if there are any.
 * @param unused parameters that the call has no use for */
export function notesOf(
  asked: Asked,
  metrics: readonly MetricId[],
  unused: readonly ShapeParameter[] = [],
): { notes?: Note[] } {
  const lacking = (parameter: Note['parameter'], has: (metric: MetricId) => boolean): Note[] => {
    const without = metrics.filter((metric) => !has(metric))
    return without.length === 0 ? [] : [{ code: 'dimension-missing', parameter, metrics: without }]
  }
  const conditions = dimensions.filter((name) => asked[name] !== undefined || asked.missing?.includes(name))
  const groups = (['groupBy', 'splitBy'] as const).filter((name) => !unused.includes(name))
  const notes: Note[] = [
    ...unused
      .filter((name) => asked[name] !== undefined && asked[name] !== false)
      .map((parameter) => ({ code: 'parameter-unused', parameter }) as const),
    ...conditions.flatMap((name) =>
      lacking(asked[name] === undefined ? 'missing' : name, (metric) => canFilter(tableOf(metric), name)),
    ),
    ...groups.flatMap((name) => lacking(name, (metric) => hasDimension(metric, asked[name]))),
  ]
  return notes.length === 0 ? {} : { notes }
}

const tableOf = (metric: MetricId) => definitions[metric].table

/** Whether a metric has the dimension; also if there is none to have. */
function hasDimension(metric: MetricId, dimension: Dimension | undefined): boolean {
  return dimension === undefined || hasColumn(tableOf(metric), dimension)
}

/** The dimension, unless the metric lacks it. */
export function possible(metric: MetricId, dimension: Dimension | undefined): Dimension | undefined {
  return hasDimension(metric, dimension) ? dimension : undefined
}
