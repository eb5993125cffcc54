import type { Dimension } from '@kinora/contract'
import { uuids } from '../warehouse/literal.ts'
import type { TimeRange } from './time-range.ts'

/** Which views are meant. */
export interface ViewScope {
  readonly environmentId: string
  readonly range: TimeRange
  /** The contents that the caller may see, besides live streams. Null for all. */
  readonly contentIds: readonly string[] | null
  /** A view matches if it has one of the values of each. */
  readonly filters: Partial<Record<Dimension, readonly string[] | undefined>>
  /** From when on the sums of a table are whole. */
  readonly totalsSince: Readonly<Record<'views' | 'deliveries', Date>>
  /** From when on its sketches with an error below 1 % are. */
  readonly sketchesSince: Date
  /** From when on single views are kept. */
  readonly viewsSince: Date
}

/** What the caller may see. @param contentIds null for all */
export function visibleConditions(contentIds: readonly string[] | null): string[] {
  if (contentIds === null) return []
  return [`(kind = 'live' OR object_id IN ${uuids(contentIds)})`]
}
