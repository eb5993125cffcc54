import type { Stop } from '../../../platform/area.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { type AdFact, adMeasures, takeAdFacts } from '../../ads/index.ts'
import type { Analytics } from '../analytics.ts'
import { addBatch } from '../beacons/batches.ts'

const STEP_MS = 2000
/** Sessions and deliveries of a batch. */
const AT_ONCE = 2000
const MINUTE_MS = 60_000

/** Moves what happened to ads from the database into batches of the warehouse, both in one transaction. So each fact counts
 * once, whatever dies in between. */
export function startCountingAds(analytics: Pick<Analytics, 'db' | 'bus' | 'clock' | 'log'>): Stop {
  const { bus, log } = analytics
  const task = repeat(
    async () => {
      const taken = await countAds(analytics)
      if (taken > 0) await bus.publish('viewEvents', '')
      return taken === AT_ONCE ? 0 : STEP_MS
    },
    'counting ads',
    log,
  )
  return task.stop
}

/** @returns how many rows of facts were taken */
async function countAds({ db, clock }: Pick<Analytics, 'db' | 'clock'>): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await takeAdFacts(tx, AT_ONCE)
    if (taken.length === 0) return 0
    const sums = new Map<string, number[]>()
    for (const { environmentId, at, facts } of taken)
      for (const fact of facts) {
        const key = JSON.stringify(keysOf(environmentId, at, fact))
        const sum = sums.get(key) ?? adMeasures.map(() => 0)
        sums.set(
          key,
          sum.map((value, n) => value + (fact[adMeasures[n] ?? 'sessions'] ?? 0)),
        )
      }
    const rows = [...sums].map(([key, values]) => ({
      ...(JSON.parse(key) as ReturnType<typeof keysOf>),
      ...Object.fromEntries(adMeasures.map((measure, n) => [columnOf(measure), values[n]])),
    }))
    await addBatch(tx, clock.now(), { ad_figures: rows })
    return taken.length
  })
}

const columnOf = (measure: string) => measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function keysOf(environmentId: string, at: Date, { channelId, viewer, countsViewer, ...labels }: AdFact) {
  return {
    environment_id: environmentId,
    time: Math.floor(new Date(at).getTime() / MINUTE_MS) * (MINUTE_MS / 1000),
    channel_id: channelId,
    ...{ object_id: viewer.objectId, kind: viewer.kind },
    ...{ campaign: labels.campaign ?? '', advertiser: labels.advertiser ?? '' },
    ...{ ad_system: labels.adSystem ?? '', break_kind: labels.breakKind ?? '' },
    ...{ reason: labels.reason ?? '', currency: labels.currency ?? '' },
    ...{ country: viewer.country, region: viewer.region, city: viewer.city, isp: viewer.isp },
    ...{ device_type: viewer.deviceType, device: viewer.device, os: viewer.os, browser: viewer.browser },
    viewer_id: countsViewer ? viewer.viewer : '0',
  }
}
