import type { Dimension } from '@kinora/contract'
import { uuids } from '../warehouse/literal.ts'
import type { TimeRange } from './time-range.ts'

/** The views that a query counts. */
export interface ViewScope {
  readonly environmentId: string
  readonly range: TimeRange
  /** IDs of the videos that the caller may see. Null for all. Live streams are always visible. */
  readonly contentIds: readonly string[] | null
  /** Values by dimension. A view matches if it has one of the values of each dimension. */
  readonly filters: Partial<Record<Dimension, readonly string[] | undefined>>
  /** From when on the sums of a table are complete. */
  readonly totalsSince: Readonly<Record<'views' | 'deliveries', Date>>
  /** From when on the sketches with an error below 1% are complete. */
  readonly sketchesSince: Date
  /** From when on single views are kept. */
  readonly viewsSince: Date
}

/** Conditions that limit rows to objects that the caller may see. @param contentIds null for all */
export function visibleConditions(contentIds: readonly string[] | null): string[] {
  if (contentIds === null) return []
  return [`(kind = 'live' OR object_id IN ${uuids(contentIds)})`]
}
