import { randomUUID } from 'node:crypto'
import type { Stop } from '../../../platform/area.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
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
import { isNewFlush } from './flushes.ts'
import { openStreamedUsage } from './streamed-usage.ts'
import { openViewRequests } from './view-requests.ts'

/** Counts responses to viewers in memory and stores the counts every two seconds, and streamed time every minute. */
export interface RequestCounts {
  add(file: DeliveredFile): void
  start(): Stop
}

interface Count {
  requests: number
  bytes: number
  mediaMs: number
}

/** Counts of a step, which are stored together. */
interface Step {
  readonly number: number
  readonly tables: Readonly<Record<'deliveries' | 'view_requests', readonly unknown[]>>
  readonly usage: readonly UsageFact[]
}

const STEP_MS = 2000
const MINUTE_MS = 60_000
/** Counts in a step. Responses beyond are counted without rendition, location and CDN. */
const MAX_KEYS = 20_000

export function openRequestCounts(
  { db, bus, clock, log, usage }: Pick<Analytics, 'db' | 'bus' | 'clock' | 'log' | 'usage'>,
  locations: Pick<Locations, 'locationOf'>,
  { factsOf, segments }: { readonly factsOf: FactsOf; readonly segments: Pick<SegmentWriter, 'add'> },
): RequestCounts {
  let counts = new Map<string, Count>()
  const known = new Map<string, Location>()
  const nowMs = () => clock.now().getTime()
  const cmcdViews = openCmcdViews(factsOf, nowMs)
  const viewRequests = openViewRequests()
  const streamed = openStreamedUsage()
  const processId = randomUUID()
  let number = 0
  let waiting: Step | null = null
  let isStopping = false
  let streamedSinceMs = nowMs()

  /** Cached, because viewers request many files in a row. */
  function locationOf(address: string): Location {
    const location = known.get(address) ?? locations.locationOf(address)
    if (known.size >= MAX_KEYS) known.clear()
    known.set(address, location)
    return location
  }

  function addTo(key: string, { requests, bytes, mediaMs }: Count): void {
    const count = counts.get(key) ?? { requests: 0, bytes: 0, mediaMs: 0 }
    count.requests += requests
    count.bytes += bytes
    count.mediaMs += mediaMs
    counts.set(key, count)
  }

  /** Streamed time since a minute ago; nothing in between, because each video and stream is a usage record. */
  function takeStreamed(flush: number): UsageFact[] {
    // Also if the clock was set back.
    const isDue = isStopping || Math.abs(nowMs() - streamedSinceMs) >= MINUTE_MS
    if (!isDue) return []
    streamedSinceMs = nowMs()
    return streamed.take(`delivered:${processId}:${flush}`, clock.now())
  }

  /** The counts since the last step. Null if there are none. */
  function takeStep(): Step | null {
    const facts = takeStreamed(number + 1)
    if (counts.size === 0 && facts.length === 0) return null
    const rows = [...counts].map(([key, { requests, bytes, mediaMs }]) => ({
      ...(JSON.parse(key) as Record<string, unknown>),
      requests,
      bytes,
      media_ms: Math.round(mediaMs),
    }))
    counts = new Map()
    number += 1
    return {
      number,
      tables: { deliveries: rows, view_requests: viewRequests.take() },
      usage: facts,
    }
  }

  async function store(): Promise<number> {
    // A step is stored under its number until this is known to have worked. It may have been committed although its answer was
    // lost, and would count twice otherwise.
    waiting ??= takeStep()
    if (waiting === null) return STEP_MS
    const { number, tables, usage: facts } = waiting
    await db.transaction(async (tx) => {
      if (!(await isNewFlush(tx, processId, number, clock.now()))) return
      if (tables.deliveries.length > 0) await addBatch(tx, clock.now(), tables)
      await usage.record(tx, facts)
    })
    waiting = null
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
      streamed.add(file)
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
        isStopping = true
        // Counts can have come since a step that waits.
        await store()
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
