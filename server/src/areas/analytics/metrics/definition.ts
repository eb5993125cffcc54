import type { MetricEntry, MetricId } from '@kinora/contract'
import type { FigureTable } from './columns.ts'

export interface Definition extends Omit<MetricEntry, 'id'> {
  readonly table: FigureTable
  /** An aggregate over rows of the table, or of sums of views. Words in braces depend on which (`source.ts`). Null or NaN
   * if there is nothing to compute it from. */
  readonly sql: string
  /** The metric that the values of a dimension are sorted by, and have shares of. Without it, what rows of the table count. */
  readonly whole?: MetricId
}
