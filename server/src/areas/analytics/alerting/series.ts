import type { MetricQuery, MetricSample } from '../../../platform/alerts/alert-sources.ts'

/** Sums of a group in a span of time. */
export interface SpanSums {
  readonly environment_id: string
  readonly key: string
  /** Number of the span, from the first second of the query. */
  readonly span: number
  readonly [column: string]: string | number
}

/** Spans are as long as possible, so that windows and steps consist of whole ones. */
export function spanSeconds({ from, to, stepS, windowS }: MetricQuery): number {
  return from.getTime() === to.getTime() ? windowS : divisor(stepS, windowS)
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}

/** Start of the first window, in seconds since 1970. */
export function firstSecond({ from, windowS }: MetricQuery): number {
  return from.getTime() / 1000 - windowS
}

/** Values at each step of a query from sums of spans.
 * @param columns of the sums
 * @param valuesOf computes the metrics from the sums of a window */
export function samplesOf(
  query: MetricQuery,
  rows: readonly SpanSums[],
  columns: readonly string[],
  valuesOf: (sums: Readonly<Record<string, number>>) => Record<string, number | null>,
): MetricSample[] {
  const { environmentIds, from, to, stepS, windowS, groupBy } = query
  const span = spanSeconds(query)
  const width = windowS / span
  const steps = Math.floor((to.getTime() - from.getTime()) / 1000 / stepS) + 1
  const spans = Math.round(((steps - 1) * stepS) / span) + width
  const groups = Map.groupBy(rows, ({ environment_id, key }) => `${environment_id} ${key}`)
  // Without grouping, an environment without rows had no views.
  if (groupBy === 'none') for (const id of environmentIds) if (!groups.has(`${id} `)) groups.set(`${id} `, [])
  return [...groups].flatMap(([name, own]) => {
    const environmentId = name.slice(0, name.indexOf(' '))
    const key = name.slice(name.indexOf(' ') + 1)
    const sums = columns.map((column) => runningSums(own, column, spans))
    return Array.from({ length: steps }, (_, n) => {
      const start = Math.round((n * stepS) / span)
      const window = columns.map((column, c) => {
        const running = sums[c]
        return [column, (running?.[start + width] ?? 0) - (running?.[start] ?? 0)] as const
      })
      const atMs = from.getTime() + n * stepS * 1000
      return { environmentId, key, atMs, values: valuesOf(Object.fromEntries(window)) }
    })
  })
}

/** The sums of all spans before each span. */
function runningSums(rows: readonly SpanSums[], column: string, spans: number): Float64Array {
  const sums = new Float64Array(spans + 1)
  for (const row of rows) if (row.span >= 0 && row.span < spans) sums[row.span + 1] = Number(row[column])
  for (let n = 1; n <= spans; n++) sums[n] = (sums[n] ?? 0) + (sums[n - 1] ?? 0)
  return sums
}
