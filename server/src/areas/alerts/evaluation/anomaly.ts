import { type AlertUnit, anomalyWeeks } from '@kinora/contract'

const HOUR_MS = 3_600_000
/** Weeks that must have values of an hour. */
const LEAST_WEEKS = 3
/** Hours before an hour that tell how its day differs from others. */
const LEVEL_HOURS = 3
const LOWEST_LEVEL = 0.5
const HIGHEST_LEVEL = 2
/** The MAD of a normal distribution is its standard deviation divided by this. */
const MAD_TO_DEVIATION = 1.4826
/** Days differ by this part of the median, also when four weeks happen to be alike. */
const LEAST_SPREAD = 0.08
/** The smallest difference that matters, by unit. */
const smallest: Readonly<Partial<Record<AlertUnit, number>>> = { percent: 1, s: 0.1, ms: 20 }

/** The usual values of an hour of the week. */
export interface Usual {
  readonly median: number
  readonly spread: number
}

/** The usual value of an hour from its values in each of the last weeks, by median and MAD: an outage in one of the weeks
 * changes neither. Null while less than three weeks have values. */
export function usualOf(weeks: readonly (readonly number[])[], unit: AlertUnit): Usual | null {
  // A week without any view is one before there were videos, or one in which Kinora did not run.
  const known = weeks.filter((values) => values.some((value) => value !== 0 || unit !== 'count'))
  if (known.length < LEAST_WEEKS) return null
  const values = known.flat()
  const median = medianOf(values)
  const mad = medianOf(values.map((value) => Math.abs(value - median)))
  const least = unit === 'count' ? Math.sqrt(Math.max(median, 1)) : (smallest[unit] ?? 0)
  return { median, spread: Math.max(mad * MAD_TO_DEVIATION, Math.abs(median) * LEAST_SPREAD, least) }
}

/** How much the hours before differ from the usual, so that a busy day is no anomaly.
 * @param hours medians of these hours, with their usual ones */
export function levelOf(hours: readonly { readonly median: number; readonly usual: number }[]): number {
  const ratios = hours.flatMap(({ median, usual }) => (usual > 0 ? [median / usual] : []))
  if (ratios.length === 0) return 1
  return Math.min(Math.max(medianOf(ratios), LOWEST_LEVEL), HIGHEST_LEVEL)
}

/** Deviations of a value from the usual one of its hour. */
export function scoreOf(value: number, { median, spread }: Usual, level: number): number {
  return Math.round((Math.abs(value - median * level) / (spread * level)) * 100) / 100
}

type Values = ReadonlyMap<number, ReadonlyMap<string, number | null>>

/** Computes the scores of groups at times.
 * @param weeks values of the last weeks, each moved to the present
 * @param recent values of the hours before */
export function openScores(weeks: readonly Values[], recent: Values, unit: AlertUnit) {
  const pastHours = weeks.map(byHour)
  const recentHours = byHour(recent)
  const known = new Map<string, { readonly usual: Usual; readonly level: number } | null>()
  const usualAt = (key: string, hourMs: number) =>
    usualOf(
      pastHours.map((hours) => hours.get(`${key} ${hourMs}`) ?? []),
      unit,
    )
  const expectedAt = (key: string, hourMs: number) => {
    const usual = usualAt(key, hourMs)
    if (usual === null) return null
    const before = Array.from({ length: LEVEL_HOURS }, (_, n) => hourMs - (n + 1) * HOUR_MS)
    const hours = before.flatMap((atMs) => {
      const own = recentHours.get(`${key} ${atMs}`)
      const past = own === undefined ? null : usualAt(key, atMs)
      return own === undefined || past === null ? [] : [{ median: medianOf(own), usual: past.median }]
    })
    return { usual, level: levelOf(hours) }
  }
  return {
    /** Null while the usual value is not known. */
    scoreAt(key: string, atMs: number, value: number | null): number | null {
      if (value === null) return null
      const hourMs = hourOf(atMs)
      const name = `${key} ${hourMs}`
      const expected = known.get(name) ?? (known.has(name) ? null : expectedAt(key, hourMs))
      known.set(name, expected)
      return expected === null ? null : scoreOf(value, expected.usual, expected.level)
    },
  }
}

/** The times of the values that the scores between two times need. */
export function baselineTimes(from: Date, to: Date): { readonly from: Date; readonly to: Date } {
  return {
    from: new Date(hourOf(from.getTime()) - LEVEL_HOURS * HOUR_MS),
    to: new Date(hourOf(to.getTime()) + HOUR_MS),
  }
}

/** Seconds by which the compared weeks lie before. */
export const weekShifts: readonly number[] = Array.from(
  { length: anomalyWeeks },
  (_, n) => (n + 1) * 7 * 86_400,
)

export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS
}

/** Known values by group and hour. */
function byHour(values: Values): ReadonlyMap<string, number[]> {
  const hours = new Map<string, number[]>()
  for (const [atMs, byKey] of values)
    for (const [key, value] of byKey) {
      if (value === null) continue
      const name = `${key} ${hourOf(atMs)}`
      const own = hours.get(name)
      if (own === undefined) hours.set(name, [value])
      else own.push(value)
    }
  return hours
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
