import type { Stop } from '../../../platform/area.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { type AdFact, type AdRequestFact, adMeasures, type TakenFacts, takeAdFacts } from '../../ads/index.ts'
import type { Analytics } from '../analytics.ts'
import { addBatch } from '../beacons/batches.ts'
import { viewEventChannel } from '../beacons/segments.ts'

const STEP_MS = 2000
/** Rows of ad facts per batch. */
const AT_ONCE = 2000
const MINUTE_MS = 60_000

/** Moves ad facts from their table into batches for the warehouse, in one transaction. So each fact counts once, even if a
 * process dies in between. */
export function startCountingAds(analytics: Pick<Analytics, 'db' | 'bus' | 'clock' | 'log'>): Stop {
  const { bus, log } = analytics
  const task = repeat(
    async () => {
      const taken = await countAds(analytics)
      if (taken > 0) await bus.publish(viewEventChannel, '')
      return taken === AT_ONCE ? 0 : STEP_MS
    },
    'counting ads',
    log,
  )
  return task.stop
}

/** @returns the number of rows of facts */
async function countAds({ db, clock }: Pick<Analytics, 'db' | 'clock'>): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await takeAdFacts(tx, AT_ONCE)
    if (taken.length === 0) return 0
    const tables = { ad_figures: figureRows(taken), ad_requests: requestRows(taken) }
    const filled = Object.entries(tables).filter(([, rows]) => rows.length > 0)
    await addBatch(tx, clock.now(), Object.fromEntries(filled))
    return taken.length
  })
}

type Row = Record<string, string | number>

function figureRows(taken: readonly TakenFacts[]): Row[] {
  const rows = taken.flatMap(({ environmentId, at, facts }) =>
    facts.flatMap((fact): Added[] => {
      if (isRequest(fact)) return []
      const values = adMeasures.map((measure) => [columnOf(measure), fact[measure] ?? 0])
      return [{ keys: keysOf(environmentId, at, fact), values: Object.fromEntries(values) }]
    }),
  )
  return summed(rows)
}

function requestRows(taken: readonly TakenFacts[]): Row[] {
  const rows = taken.flatMap(({ environmentId, at, facts }) =>
    facts.filter(isRequest).map((fact) => ({
      keys: requestKeysOf(environmentId, at, fact),
      values: { requests: 1, took_ms: fact.tookMs },
    })),
  )
  return summed(rows)
}

const isRequest = (fact: AdFact | AdRequestFact): fact is AdRequestFact => 'adServer' in fact

interface Added {
  readonly keys: Row
  readonly values: Record<string, number>
}

/** Sums rows with the same keys. */
function summed(added: readonly Added[]): Row[] {
  const sums = new Map<string, { keys: Row; values: Record<string, number> }>()
  for (const { keys, values } of added) {
    const key = JSON.stringify(keys)
    const sum = sums.get(key)?.values ?? {}
    const total = Object.entries(values).map(([name, value]) => [name, (sum[name] ?? 0) + value])
    sums.set(key, { keys, values: Object.fromEntries(total) })
  }
  return [...sums.values()].map(({ keys, values }) => ({ ...keys, ...values }))
}

const columnOf = (measure: string) => measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function keysOf(
  environmentId: string,
  at: Date,
  { channelId, viewer, countsViewer, ...labels }: AdFact,
): Row {
  return {
    ...commonKeysOf(environmentId, at, { channelId, viewer }),
    campaign: labels.campaign ?? '',
    advertiser: labels.advertiser ?? '',
    ad_system: labels.adSystem ?? '',
    break_kind: labels.breakKind ?? '',
    reason: labels.reason ?? '',
    currency: labels.currency ?? '',
    viewer_id: countsViewer ? viewer.viewer : '0',
  }
}

function requestKeysOf(environmentId: string, at: Date, fact: AdRequestFact): Row {
  const { adServer: ad_server, outcome, status, breakKind: break_kind } = fact
  return { ...commonKeysOf(environmentId, at, fact), ad_server, outcome, status, break_kind }
}

/** Keys that both tables have: time, content and viewer. */
function commonKeysOf(
  environmentId: string,
  at: Date,
  { channelId, viewer }: Pick<AdFact, 'channelId' | 'viewer'>,
): Row {
  return {
    environment_id: environmentId,
    time: Math.floor(new Date(at).getTime() / MINUTE_MS) * (MINUTE_MS / 1000),
    channel_id: channelId,
    object_id: viewer.objectId,
    kind: viewer.kind,
    country: viewer.country,
    region: viewer.region,
    city: viewer.city,
    isp: viewer.isp,
    device_type: viewer.deviceType,
    device: viewer.device,
    os: viewer.os,
    browser: viewer.browser,
    programme: viewer.programme,
    partner: viewer.partner,
  }
}
