/** Selection of a rule. Empty lists select all. */
export interface MetricFilters {
  readonly objectIds: readonly string[]
  readonly countries: readonly string[]
  readonly deviceTypes: readonly string[]
}

/** A question for many environments and metrics at once. */
export interface MetricQuery {
  readonly environmentIds: readonly string[]
  readonly metrics: readonly string[]
  /** Seconds before each time over which values are computed. */
  readonly windowS: number
  readonly groupBy: string
  readonly filters: MetricFilters
  /** Times of the values: from the first to the last, every `stepS` seconds. */
  readonly from: Date
  readonly to: Date
  readonly stepS: number
  /** The most groups of an environment; those with the largest figures first, if they can be sorted. */
  readonly most?: number
}

/** Values of a group at one time. Null if a value is not known. */
export interface MetricSample {
  readonly environmentId: string
  /** Empty without grouping. */
  readonly key: string
  readonly atMs: number
  readonly values: Readonly<Record<string, number | null>>
}

/** Value of a group that an answer lacks. `gone`: it no longer exists, so its alerts end. */
export type AbsentValue = number | null | 'gone'

/** Metrics of an area, which alert rules watch. */
export interface AlertSource {
  readonly name: string
  /** Length of an evaluation step in seconds. */
  readonly stepS: number
  /** Whether values of the past are known, so that missed steps can be evaluated. */
  readonly hasHistory: boolean
  /** Metrics by ID. */
  readonly metrics: Readonly<Record<string, { readonly absent: AbsentValue }>>
  /** The time until which values are complete. */
  readyUntil(now: Date): Promise<Date>
  /** @throws if the values are not available: nothing is evaluated until they are */
  sample(query: MetricQuery): Promise<readonly MetricSample[]>
  /** Names of groups that are IDs. Others are their own names. */
  names?(environmentId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The sources of all areas in this process. Areas add theirs when they open. */
export interface AlertSources {
  add(source: AlertSource): void
  all(): readonly AlertSource[]
}

export function openAlertSources(): AlertSources {
  const sources: AlertSource[] = []
  return { add: (source) => void sources.push(source), all: () => sources }
}
