import type { Stop } from '../../../platform/area.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { DeliveredFile } from '../../delivery/index.ts'
import type { Analytics } from '../analytics.ts'
import { addBatch } from '../beacons/batches.ts'
import type { SegmentWriter } from '../beacons/segments.ts'
import { viewEventChannel } from '../beacons/segments.ts'
import type { FactsOf } from '../beacons/view-facts.ts'
import { NO_ID } from '../deltas/deltas.ts'
import type { Location, Locations } from '../geo/locations.ts'
import { cmcdOf } from './cmcd.ts'
import { openCmcdViews, viewIdOf } from './cmcd-views.ts'
import { openViewRequests } from './view-requests.ts'

/** Counts responses to viewers in memory and stores the counts every two seconds. */
export interface RequestCounts {
  add(file: DeliveredFile): void
  start(): Stop
}

interface Count {
  requests: number
  bytes: number
  mediaMs: number
}

const STEP_MS = 2000
const MINUTE_MS = 60_000
/** Counts in a step. Responses beyond are counted without rendition, location and CDN. */
const MAX_KEYS = 20_000

export function openRequestCounts(
  { db, bus, clock, log }: Pick<Analytics, 'db' | 'bus' | 'clock' | 'log'>,
  locations: Pick<Locations, 'locationOf'>,
  { factsOf, segments }: { readonly factsOf: FactsOf; readonly segments: Pick<SegmentWriter, 'add'> },
): RequestCounts {
  let counts = new Map<string, Count>()
  const known = new Map<string, Location>()
  const nowMs = () => clock.now().getTime()
  const cmcdViews = openCmcdViews(factsOf, nowMs)
  const viewRequests = openViewRequests()

  /** Cached, because viewers request many files in a row. */
  function locationOf(address: string): Location {
    const location = known.get(address) ?? locations.locationOf(address)
    if (known.size >= MAX_KEYS) known.clear()
    known.set(address, location)
    return location
  }

  function addTo(key: string, { requests, bytes, mediaMs }: Count): void {
    const count = counts.get(key)
    if (count === undefined) counts.set(key, { requests, bytes, mediaMs })
    else {
      count.requests += requests
      count.bytes += bytes
      count.mediaMs += mediaMs
    }
  }

  async function store(): Promise<number> {
    const own = counts
    if (own.size === 0) return STEP_MS
    counts = new Map()
    const rows = [...own].map(([key, { requests, bytes, mediaMs }]) => ({
      ...(JSON.parse(key) as Record<string, unknown>),
      requests,
      bytes,
      media_ms: Math.round(mediaMs),
    }))
    try {
      const view_requests = viewRequests.take()
      await db.transaction((tx) => addBatch(tx, clock.now(), { deliveries: rows, view_requests }))
    } catch (error) {
      for (const [key, count] of own) addTo(key, count)
      throw error
    }
    const events = await cmcdViews.take()
    if (events.length > 0) await segments.add(events)
    await bus.publish(viewEventChannel, '')
    return STEP_MS
  }

  return {
    add(file) {
      const { environmentId, subject, durationS, bytes } = file
      const location = counts.size < MAX_KEYS ? locationOf(file.address) : null
      const key = {
        environment_id: environmentId,
        time: Math.floor(nowMs() / MINUTE_MS) * (MINUTE_MS / 1000),
        object_id: subject.id,
        kind: subject.kind,
        custom_playback_id: subject.customPlaybackId ?? NO_ID,
        file: file.kind,
        status: file.status,
        is_cached: Number(file.isCached),
        rendition: location === null ? '' : file.rendition,
        country: location?.country ?? '',
        isp: location?.isp ?? '',
        cdn: location === null ? '' : cdnOf(file.headers['cdn-loop']),
      }
      addTo(JSON.stringify(key), { requests: 1, bytes, mediaMs: durationS * 1000 })
      const cmcd = cmcdOf(file)
      if (cmcd !== null) {
        viewRequests.add(file, viewIdOf(file, cmcd), nowMs())
        if (!cmcd.isBare) cmcdViews.add(file, cmcd)
      }
    },
    start() {
      const task = repeat(store, 'counting requests', log)
      return async () => {
        await task.stop()
        await store()
      }
    },
  }
}

/** The CDN that sent the request (RFC 8586), such as `cloudflare`. Empty for requests of viewers. */
function cdnOf(header: string | string[] | undefined): string {
  const [first = ''] = String(header ?? '').split(/[,;]/, 1)
  return first.trim().toLowerCase().slice(0, 60)
}
