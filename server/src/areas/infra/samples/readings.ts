import type { Reading } from '../../../platform/gauges/gauges.ts'

/** The value of a gauge without labels. Null if it is not known. */
export function readingOf(readings: readonly Reading[], gauge: string): number | null {
  return readings.find((reading) => reading.gauge === gauge)?.value ?? null
}

/** The values of a gauge by its only label. */
export function valuesBy(readings: readonly Reading[], gauge: string): ReadonlyMap<string, number> {
  return new Map(
    readings.flatMap(({ gauge: name, labels = {}, value }) =>
      name === gauge ? [[Object.values(labels)[0] ?? '', value] as const] : [],
    ),
  )
}
