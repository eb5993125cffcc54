import type { counted, ReceivedEvent, rowBetween } from '../deltas/deltas.ts'

const STEP_MS = 10_000

const summed = [
  'views',
  'started_views',
  'playback_failures',
  'startup_failures',
  'watch_ms',
  'rebuffer_ms',
  'rebuffers',
] as const satisfies readonly (typeof counted)[number][]

/** The effect of a report on its view. */
export interface ReportedDelta {
  readonly event: ReceivedEvent
  /** The row of `views`. */
  readonly row: ReturnType<typeof rowBetween>
}

type Totals = Record<(typeof summed)[number] | 'startup_ms' | 'startups', number>

/** Rows of `report_totals`: the reports of a batch by ten seconds of the receipt. */
export function reportTotals(deltas: readonly ReportedDelta[]): Record<string, unknown>[] {
  const totals = new Map<string, { readonly keys: Record<string, unknown>; readonly sums: Totals }>()
  for (const { event, row } of deltas) {
    const { facts, environmentId, receivedMs } = event
    if (facts.is_bot === 1) continue
    const keys = {
      environment_id: environmentId,
      at: (Math.floor(receivedMs / STEP_MS) * STEP_MS) / 1000,
      object_id: facts.object_id,
      kind: facts.kind,
      country: facts.country,
      device_type: facts.device_type,
    }
    const id = Object.values(keys).join('\n')
    const { sums } = totals.get(id) ?? { sums: emptyTotals() }
    totals.set(id, { keys, sums })
    for (const name of summed) sums[name] += Number(row[name])
    if (row.startup_ms === null) continue
    sums.startup_ms += Number(row.startup_ms)
    sums.startups += 1
  }
  return [...totals.values()].map(({ keys, sums }) => ({ ...keys, ...sums }))
}

function emptyTotals(): Totals {
  const names = [...summed, 'startup_ms', 'startups'] as const
  return Object.fromEntries(names.map((name) => [name, 0])) as Totals
}
