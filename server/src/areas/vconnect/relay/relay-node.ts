import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { nodeAccess, nodeListening } from '../../../platform/nodes/node-access.ts'
import { startNodeServer } from '../../../platform/nodes/node-server.ts'
import { countAttempts } from '../../../platform/transport/attempts.ts'
import { findMediaNodes, findPublishPlace, findRelayNodes } from '../../live/index.ts'
import { vconnectChannel } from '../ends/changes.ts'
import { isOwnPort } from '../ends/own-address.ts'
import type { Vconnect } from '../vconnect.ts'
import { readAuthorities } from './authorities.ts'
import { createFeeds } from './backup/feeds.ts'
import { sendFeed } from './backup/follow-input.ts'
import { findInputNodes, releaseLeases, takeLeases } from './leases.ts'
import { batchLookups } from './receivers/batched-lookup.ts'
import { type Relay, startRelay } from './relay.ts'
import type { RelayContext } from './relay-context.ts'
import { storeReport } from './reports/reports.ts'
import { addUpMinutes } from './reports/used-minutes.ts'
import { loadSpecs } from './specs.ts'

export interface RelayNode {
  readonly id: string
  /** Ends all connections, and releases the inputs to other nodes. */
  close(): Promise<void>
}

const TICK_MS = 1000
const RENEW_MS = 2000
const PREVIEW_MS = 100
/** Every fifth second has a point of the charts. */
const REPORT_MS = 5000
/** The first states are reported soon, because people wait for them. */
const SOON_MS = 1000

/** Runs all inputs that no other node runs. */
export async function startRelayNode(vconnect: Vconnect): Promise<RelayNode> {
  const { db, config, clock, log, bus } = vconnect
  const id = uuidv7(systemClock.now().getTime())
  const relays = new Map<string, Relay>()
  const minutes = addUpMinutes()
  const feeds = createFeeds()
  const context: RelayContext = {
    config,
    clock,
    log,
    ffmpeg: vconnect.ffmpeg,
    attempts: countAttempts(clock),
    streams: {
      access: await nodeAccess(vconnect),
      mediaNodeOf: batchLookups((streams) => findMediaNodes(vconnect, streams)),
      inputNodeOf: batchLookups((inputs) => findInputNodes(vconnect, inputs)),
      encoderNodeOf: batchLookups((encoders) => findRelayNodes(db, encoders)),
      publishPlaceOf: (stream) => findPublishPlace(vconnect, stream),
    },
    authorities: await readAuthorities(config),
    feeds,
    hasInput: (inputId) => relays.has(inputId),
    isOwn: (url) => isOwnPort(db, config, url),
  }
  const folder = await mkdtemp(join(vconnect.workFolder, 'relay-'))
  await vconnect.ffmpeg.prepareFolder(folder)
  const server = await startNodeServer(await nodeListening(vconnect), {
    open(kind, inputId, response) {
      const relay = relays.get(inputId)
      if (kind === 'feed' || relay === undefined) return false
      if (kind === 'media') sendFeed(inputId, feeds, response)
      else relay.openPreview(kind, response, folder)
      return true
    },
    call: () => false,
  })
  let isClosed = false
  let reportedMs = performance.now()
  let working: Promise<void> = Promise.resolve()

  /** Runs tasks one after the other. */
  function enqueue(what: string, task: () => Promise<void>): void {
    working = working.then(task).catch((err: unknown) => log.warn({ err }, what))
  }

  async function reconcile(): Promise<void> {
    if (isClosed) return
    const leases = await takeLeases(vconnect, { id, url: server.url })
    const specs = await loadSpecs(vconnect, [...leases.keys()])
    const wanted = new Map(specs.map((spec) => [spec.id, spec]))
    for (const [inputId, relay] of relays) {
      if (wanted.has(inputId) && leases.get(inputId) === relay.fence) continue
      relay.close()
      relays.delete(inputId)
    }
    for (const [inputId, spec] of wanted) {
      const known = relays.get(inputId)
      if (known === undefined) relays.set(inputId, startRelay(spec, leases.get(inputId) ?? 0, context))
      else known.update(spec)
    }
  }

  async function report(): Promise<void> {
    const nowMs = performance.now()
    const seconds = (nowMs - reportedMs) / 1000
    reportedMs = nowMs
    for (const [inputId, { environmentId, fence, report: read }] of relays) {
      // A failure of one must not keep the others from reporting.
      await storeReport(vconnect, id, { inputId, environmentId, fence, links: read(seconds) }, minutes).catch(
        (err: unknown) => log.warn({ err, inputId }, 'the report of an input is not stored'),
      )
    }
  }

  const change = () => {
    enqueue('inputs cannot be read', reconcile)
    setTimeout(() => enqueue('states cannot be stored', report), SOON_MS).unref()
  }
  const unsubscribe = bus.subscribe(vconnectChannel, change)
  const timers = [
    setInterval(() => {
      const hasChanged = Array.from(relays.values(), (relay) => relay.tick()).includes(true)
      if (hasChanged) enqueue('states cannot be stored', report)
    }, TICK_MS),
    setInterval(() => {
      for (const relay of relays.values()) relay.tickPreview()
    }, PREVIEW_MS),
    setInterval(() => enqueue('inputs cannot be read', reconcile), RENEW_MS),
    setInterval(() => enqueue('states cannot be stored', report), REPORT_MS),
  ]
  change()
  return {
    id,
    async close() {
      isClosed = true
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      await working
      await db.transaction(async (tx) => {
        for (const relay of relays.values())
          await vconnect.usage.record(tx, minutes.flush(relay, relay.connectIds()))
      })
      for (const relay of relays.values()) relay.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
      await releaseLeases(vconnect, id)
    },
  }
}
