import { join } from 'node:path'
import { analyticsCalls, type Figures } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import type { Scope } from '../../platform/auth.ts'
import { installationSecret } from '../../platform/database/installation.ts'
import { startCountingAds } from './ads/count-ads.ts'
import { adViewerFacts } from './ads/describe-viewer.ts'
import { adAlertSource } from './alerting/ad-source.ts'
import { viewAlertSource } from './alerting/view-source.ts'
import type { Analytics } from './analytics.ts'
import { beaconRoutes } from './beacons/beacon-routes.ts'
import { openTraits } from './beacons/environment-traits.ts'
import { createReceiver } from './beacons/receive.ts'
import { startSealing } from './beacons/sealer.ts'
import { sealerGauges } from './beacons/sealer-gauges.ts'
import { openSegments } from './beacons/segments.ts'
import { viewFacts } from './beacons/view-facts.ts'
import { freshTimes } from './deltas/fresh-time.ts'
import { exportSource } from './exports/export-files.ts'
import { features } from './features.gen.ts'
import { openLocations } from './geo/locations.ts'
import { type AskedFigures, getFigures } from './metrics/figures.ts'
import { openRequestCounts } from './requests/request-counts.ts'
import { openEndpoint } from './warehouse/endpoint.ts'
import { viewCounter } from './warehouse/view-counts.ts'
import { openWarehouse } from './warehouse/warehouse.ts'
import { lastInsert, warehouseGauges } from './warehouse/warehouse-gauges.ts'

export { openWarehouseBackup } from './beacons/warehouse-backup.ts'
export { warehouseMigrations } from './warehouse/warehouse.ts'

/** One of the four lanes of the embedded engine is left to inserts. */
const EMBEDDED_QUERIES = 3
/** Queries of a process at once on a ClickHouse server. */
const SERVER_QUERIES = 16

declare module '../../platform/area.ts' {
  interface Offers {
    readonly analytics: {
      /** Computes a metric, like the call `getViews`. @throws its problems */
      figures(callers: readonly Scope[], asked: AskedFigures): Promise<Figures>
    }
  }
}

export const analytics = defineArea({
  name: 'analytics',
  contract: analyticsCalls,
  async open(platform, { delivery, ads, authenticator }) {
    const { config, db, clock, log } = platform
    const secret = await installationSecret(db, 'viewer-secret')
    const endpoint = openEndpoint(platform, {
      folder: join(config.DATA_DIR, 'warehouse'),
      secret: await installationSecret(db, 'warehouse-secret'),
      memoryBytes: config.WAREHOUSE_MEMORY_BYTES,
    })
    const insert = lastInsert(clock)
    const warehouse = openWarehouse({
      urlOf: endpoint.url,
      log,
      viewsDays: config.VIEWS_DAYS,
      queries: config.CLICKHOUSE_URL === undefined ? EMBEDDED_QUERIES : SERVER_QUERIES,
      inserted: insert.note,
    })
    const countViews = viewCounter(warehouse, clock, config.VIEWS_DAYS)
    const freshTime = freshTimes(platform)
    const opened: Analytics = { ...platform, warehouse, countViews, freshTime, authenticator }
    platform.alertSources.add(viewAlertSource(opened))
    platform.alertSources.add(adAlertSource(opened))
    const segments = openSegments(platform)
    const nowMs = () => clock.now().getTime()
    const locations = await openLocations(config, log)
    const traitsOf = openTraits(db)
    const factsOf = viewFacts({ locations, traitsOf, secret })
    const receiver = createReceiver({ find: delivery.find, traitsOf, segments, factsOf, nowMs })
    const counts = openRequestCounts(opened, locations, { factsOf, segments })
    delivery.observe(counts.add)
    ads.describeViewers(adViewerFacts(factsOf))
    delivery.registerDownloads(exportSource(opened))
    return openFeatures(features, opened, {
      offers: { analytics: { figures: (callers, asked) => getFigures(opened, callers, asked) } },
      routes: { delivery: (server) => beaconRoutes(server, receiver) },
      services: {
        worker() {
          const stops = [startCountingAds(opened), startSealing(opened)]
          return async () => {
            for (const stop of stops) await stop()
          }
        },
        delivery: counts.start,
      },
      readiness: { warehouse: endpoint.readiness },
      gauges: [warehouseGauges({ endpoint, warehouse, insert }), sealerGauges(opened)],
      async close() {
        locations.close()
        await segments.close()
        await warehouse.close()
        await endpoint.close()
      },
    })
  },
})
