import type { Dimension } from '@kinora/contract'
import { literal, literals, uuids } from '../warehouse/literal.ts'
import type { TimeRange } from './time-range.ts'

/** An environment whose views a query counts. */
export interface VisibleEnvironment {
  readonly environmentId: string
  /** IDs of the videos that the caller may see. Null for all. Live streams are always visible. */
  readonly contentIds: readonly string[] | null
}

/** The views that a query counts. */
export interface ViewScope {
  readonly environments: readonly VisibleEnvironment[]
  readonly range: TimeRange
  /** Values by dimension. A view matches if it has one of the values of each dimension. */
  readonly filters: Partial<Record<Dimension, readonly string[] | undefined>>
  /** From when on the sums of a table are complete. */
  readonly totalsSince: Readonly<Record<'views' | 'deliveries', Date>>
  /** From when on the sketches with an error below 1% are complete. */
  readonly sketchesSince: Date
  /** From when on the sums have single startup times. */
  readonly startupsSince: Date
  /** Whether there are so few views that reading them is as fast as reading their sums. */
  readonly areFew: boolean
  /** From when on single views are kept. */
  readonly viewsSince: Date
}

/** Conditions that limit rows to the environments, and there to objects that the caller may see. */
export function tenantConditions(environments: ViewScope['environments']): string[] {
  return [
    isInEnvironments(environments),
    ...environments.flatMap(({ environmentId, contentIds }) =>
      contentIds === null
        ? []
        : [
            `(environment_id != ${literal(environmentId, 'UUID')} OR kind = 'live' OR object_id IN ${uuids(contentIds)})`,
          ],
    ),
  ]
}

/** The condition that limits rows to the environments. */
export function isInEnvironments(environments: readonly Pick<VisibleEnvironment, 'environmentId'>[]): string {
  const ids = environments.map(({ environmentId }) => environmentId)
  return `environment_id IN ${literals(ids, 'UUID')}`
}
