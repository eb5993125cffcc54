import type { MetricEntry, MetricId } from '@kinora/contract'
import type { FigureTable } from './columns.ts'

export interface Definition extends Omit<MetricEntry, 'id'> {
  readonly table: FigureTable
  /** An aggregate over rows of the table or of its sums, with placeholders in braces for what differs (`source.ts`). Null or
   * NaN if there is nothing to compute it from. */
  readonly sql: string
  /** The metric by which dimension values are sorted and their shares computed. Default: the count of the table. */
  readonly whole?: MetricId
}
