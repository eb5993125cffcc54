import { type InfraFigure, type InfraPast, infraFigures, infraHistory } from '@kinora/contract'
import { asc, gte, min } from 'drizzle-orm'
import type { Infra } from '../infra.ts'
import { infraSamples, type MachineSample } from '../tables.ts'
import { type FreePoint, secondsUntilFull } from './forecast.ts'

type Series = InfraPast['series'][number]
type SampleRow = typeof infraSamples.$inferSelect

/** Figures of the last day, in steps of five minutes. */
export async function loadHistory({ db, clock }: Pick<Infra, 'db' | 'clock'>): Promise<InfraPast> {
  const { hours, stepS } = infraHistory
  const end = Math.ceil(clock.now().getTime() / 1000 / stepS) * stepS
  const fromS = end - hours * 3600
  const from = new Date(fromS * 1000)
  const rows = await db
    .select()
    .from(infraSamples)
    .where(gte(infraSamples.at, from))
    .orderBy(asc(infraSamples.at))
  const [oldest] = await db.select({ at: min(infraSamples.at) }).from(infraSamples)
  const steps = (hours * 3600) / stepS
  const averages = (readingOf: (row: SampleRow) => number | null | undefined) => {
    const sums = Array.from({ length: steps }, () => ({ sum: 0, n: 0 }))
    for (const row of rows) {
      const value = readingOf(row)
      const step = sums[Math.floor((row.at.getTime() / 1000 - fromS) / stepS)]
      if (value === null || value === undefined || step === undefined) continue
      step.sum += value
      step.n += 1
    }
    return sums.map(({ sum, n }) => (n === 0 ? null : Number((sum / n).toPrecision(6))))
  }
  const machines = [...new Set(rows.flatMap((row) => Object.keys(row.machines)))].toSorted()
  const series = (Object.keys(infraFigures) as InfraFigure[]).flatMap((figure): Series[] => {
    const read = machineFigures[figure]
    if (read === undefined)
      return [{ figure, machine: null, values: averages(({ figures }) => figures[figure]) }]
    return machines.map((machine) => ({
      figure,
      machine,
      values: averages((row) => {
        const sample = row.machines[machine]
        return sample && read(sample)
      }),
    }))
  })
  return { from: from.toISOString(), stepS, series, since: oldest?.at?.toISOString() ?? null }
}

const machineFigures: Partial<Record<InfraFigure, (sample: MachineSample) => number | null>> = {
  'disk.used': ({ diskFree, diskSize }) =>
    diskFree === null || diskSize === null ? null : 1 - diskFree / diskSize,
  'memory.used': ({ memoryUsed }) => memoryUsed,
  load: ({ load }) => load,
}

/** Seconds until the disks of machines are full, by machine. Without those that do not fill up. */
export async function forecastDisks({ db }: Pick<Infra, 'db'>): Promise<ReadonlyMap<string, number>> {
  const { at, machines } = infraSamples
  const rows = await db.select({ at, machines }).from(infraSamples).orderBy(asc(at))
  const points = new Map<string, FreePoint[]>()
  for (const row of rows)
    for (const [machine, { diskFree: free }] of Object.entries(row.machines)) {
      const own = points.get(machine) ?? []
      if (free !== null) own.push({ atS: row.at.getTime() / 1000, free })
      points.set(machine, own)
    }
  return new Map(
    [...points].flatMap(([machine, own]) => {
      const seconds = secondsUntilFull(own)
      return seconds === null ? [] : [[machine, seconds] as const]
    }),
  )
}
