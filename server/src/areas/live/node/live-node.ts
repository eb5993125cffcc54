import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { nodeListening } from '../../../platform/nodes/node-access.ts'
import { type NodeKind, type NodeServer, startNodeServer } from '../../../platform/nodes/node-server.ts'
import { Problem } from '../../../platform/problem.ts'
import { countAttempts } from '../../../platform/transport/attempts.ts'
import { getProfileRungs } from '../../library/index.ts'
import { listenOn } from '../ingest/listen.ts'
import type { PublishDecision, Publisher } from '../ingest/publisher.ts'
import { startRtmpServer } from '../ingest/rtmp/server.ts'
import { startSrtServer } from '../ingest/srt/server.ts'
import type { Live } from '../live.ts'
import { isRelayKey } from '../relay-keys/relay-keys.ts'
import { holdLive } from '../sessions/live-hold.ts'
import { openPlaces } from '../sessions/places.ts'
import { openSession } from '../sessions/sessions.ts'
import { openSources } from '../sources/sources.ts'
import { findStreamByCredential } from '../streams/browser-permits.ts'
import { streamReconnecting } from '../streams/states.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreamChannel } from '../streams/stream-changes.ts'
import { findStreamByKey, srtPassphraseOf } from '../streams/stream-keys.ts'
import { liveNodes } from '../streams/tables.ts'
import { startWebRtc } from '../webrtc/webrtc.ts'
import { relayEncoders } from './relayed-encoders.ts'
import { type LiveSession, startLiveSession } from './session/live-session.ts'
import { openTestSignals } from './test-signal.ts'

/** Accepts publishers and packages their streams. */
export interface LiveNode {
  readonly id: string
  readonly rtmpPort: number
  /** UDP port of WebRTC, or why this node does not offer it. */
  readonly webrtc: { readonly port: number } | { readonly fault: string }
  /** Releases all sessions, so that another node continues them. */
  close(): Promise<void>
}

/** Streams of an environment for each core. */
const STREAMS_PER_CORE = 4
const TICK_MS = 100
const RENEW_MS = 2000

export async function startLiveNode(live: Live): Promise<LiveNode> {
  const { db, clock, log, bus, config, ffmpeg } = live
  await using begun = new AsyncDisposableStack()
  const id = uuidv7(clock.now().getTime())
  const sessions = new Map<string, LiveSession>()
  const attempts = countAttempts(clock)
  const opening = new Map<string, Promise<LiveSession | null>>()
  const places = openPlaces(config.LIVE_STREAMS_PER_ENVIRONMENT ?? STREAMS_PER_CORE * availableParallelism())
  const folder = await mkdtemp(join(live.workFolder, 'live-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  await ffmpeg.prepareFolder(folder)

  const { webrtc, fault: webrtcFault } = await startWebRtc(live, {
    onPublish,
    cwd: folder,
    outputOf: (streamId) => sessions.get(streamId)?.realtime ?? null,
  })
  begun.defer(() => webrtc?.close())
  const relayed = relayEncoders(live, attempts, () => feeds.url)
  begun.defer(relayed.close)
  const feeds: NodeServer = await startNodeServer(await nodeListening(live), {
    open(kind, streamId, response) {
      if (kind === 'media' && relayed.open(streamId, response)) return true
      return sendOutput(sessions.get(streamId), kind, response)
    },
    call: (path, body, response) => webrtc?.answer(path, body, response) ?? false,
  })
  begun.defer(() => feeds.close())
  const { rtmp, rtmps, srt } = await listenToEncoders(live, begun, { onPublish, attempts })

  const node = {
    id,
    rtmpPort: rtmp.port,
    rtmpsPort: rtmps?.port ?? null,
    srtPort: srt.port,
    webrtc: webrtc !== null,
    internalUrl: feeds.url,
    startedAt: clock.now(),
  }
  const announce = async () => {
    const seenAt = clock.now()
    await db
      .insert(liveNodes)
      .values({ ...node, seenAt })
      .onConflictDoUpdate({ target: liveNodes.id, set: { seenAt } })
  }
  await announce()
  begun.defer(() => leave(live, id))

  const signals = openTestSignals(live, folder, (stream) => placeOf(stream, true))
  begun.defer(signals.close)
  const sources = openSources(live, folder, placeOf)
  begun.defer(sources.close)
  const ticks = setInterval(() => {
    for (const session of sessions.values()) session.tick()
  }, TICK_MS)
  begun.defer(() => clearInterval(ticks))
  const renewals = setInterval(() => {
    announce().catch((err: unknown) => log.warn({ err }, 'a live node cannot reach the database'))
    for (const session of sessions.values()) check(session)
    relayed.check().catch((err: unknown) => log.warn({ err }, 'keys of encoders cannot be checked'))
    refreshSignals()
  }, RENEW_MS)
  begun.defer(() => clearInterval(renewals))
  begun.defer(
    bus.subscribe(liveStreamChannel, (streamId) => {
      const changed = streamId === '' ? sessions.values() : [sessions.get(streamId)]
      for (const session of changed) if (session) check(session)
      refreshSignals()
    }),
  )
  begun.defer(async () => {
    await Promise.all([...sessions.values()].map((session) => session.release()))
  })

  function refreshSignals(): void {
    signals.refresh().catch((err: unknown) => log.warn({ err }, 'test signals cannot be read'))
    sources.refresh().catch((err: unknown) => log.warn({ err }, 'sources cannot be read'))
  }

  function check(session: LiveSession): void {
    session.check().catch((err: unknown) => log.warn({ err }, 'a live stream cannot be checked'))
  }

  async function onPublish(publisher: Publisher): Promise<PublishDecision> {
    const { address, protocol, streamKey } = publisher.request
    if (isRelayKey(streamKey)) return relayed.publish(publisher)
    const checked = await attempts.check(address, streamKey, () =>
      findStreamByCredential(db, streamKey, clock.now()),
    )
    if (!checked.isRight) {
      if (checked.isBlocked) return { isAccepted: false, reason: 'too-many-attempts' }
      log.warn({ address, protocol }, 'an encoder sent an invalid stream key')
      return { isAccepted: false, reason: 'unknown-key' }
    }
    const stream = checked.found
    if (stream.status === 'disabled') return { isAccepted: false, reason: 'disabled' }
    if (!stream.started) return { isAccepted: false, reason: 'not-started' }
    const session = await placeOf(stream)
    if (session === null) return { isAccepted: false, reason: 'already-publishing' }
    return session.publish(publisher, stream, stream.keyId)
  }

  /** The session to which a stream is published, or what refuses it. Null if another node has it.
   * @param isTest the test signal costs nothing, so nothing is reserved for it */
  async function placeOf(stream: StreamRow, isTest = false): Promise<Pick<LiveSession, 'publish'> | null> {
    const isNew = !sessions.has(stream.id)
    if (isNew && !(await mayBegin(live, stream))) return noMoney
    if (!places.take(stream)) return noPlace
    if (!isNew || isTest || (await mayReserve(live, stream))) return sessionOf(stream)
    if (!sessions.has(stream.id)) places.leave(stream.id)
    return noMoney
  }

  function ended({ id: streamId }: StreamRow): void {
    sessions.delete(streamId)
    places.leave(streamId)
  }

  /** The session of a stream on this node, opened if needed. Null if another node has it. */
  function sessionOf(stream: StreamRow): Promise<LiveSession | null> {
    const known = sessions.get(stream.id)
    if (known !== undefined) return Promise.resolve(known)
    const running = opening.get(stream.id)
    if (running !== undefined) return running
    const next = openSession(live, stream, id).then(async (row) => {
      if (row === null) return null
      // The node of the session may have died while a publisher was connected.
      await streamReconnecting(db, stream, clock.now())
      const rungs = await getProfileRungs(db, stream.environmentId, stream.encodingProfileId)
      const made = startLiveSession(live, stream, row, rungs, folder, () => ended(stream))
      sessions.set(stream.id, made)
      return made
    })
    opening.set(stream.id, next)
    return next.finally(() => {
      opening.delete(stream.id)
      if (!sessions.has(stream.id)) places.leave(stream.id)
    })
  }

  const running = begun.move()
  return {
    id,
    rtmpPort: rtmp.port,
    webrtc: webrtc === null ? { fault: webrtcFault } : { port: webrtc.port },
    close: () => running.disposeAsync(),
  }
}

async function leave({ db }: Live, nodeId: string): Promise<void> {
  await db.delete(liveNodes).where(eq(liveNodes.id, nodeId))
}

/** Sends an output of a session to a response. False if there is none. */
function sendOutput(session: LiveSession | undefined, kind: NodeKind, response: ServerResponse): boolean {
  if (session === undefined || kind === 'audio') return false
  if (kind === 'preview') session.openPreview(response)
  else if (kind === 'media') session.openMedia(response)
  else session.openFeed(response)
  return true
}

/** Servers for encoders, which end with the stack. @throws StartupFailure if a port is taken */
async function listenToEncoders(
  live: Live,
  begun: AsyncDisposableStack,
  { onPublish, attempts }: Pick<Parameters<typeof startSrtServer>[0], 'onPublish' | 'attempts'>,
) {
  const { config, log, db, clock, secrets } = live
  const passphraseOf = async (streamKey: string) => {
    const stream = await findStreamByKey(db, streamKey, clock.now())
    return stream && srtPassphraseOf(secrets, stream)
  }
  const common = { host: config.HOST, onPublish, log }
  const rtmp = await listenOn({ protocol: 'RTMP', port: config.RTMP_PORT, setting: 'RTMP_PORT' }, () =>
    startRtmpServer({ ...common, port: config.RTMP_PORT }),
  )
  begun.defer(() => rtmp.close())
  const tls = await readCertificate(config)
  const rtmps =
    tls &&
    (await listenOn({ protocol: 'RTMPS', port: tls.port, setting: 'RTMPS_PORT' }, () =>
      startRtmpServer({ ...common, port: tls.port, tls }),
    ))
  begun.defer(() => rtmps?.close())
  const srt = await listenOn({ protocol: 'SRT', port: config.SRT_PORT, setting: 'SRT_PORT' }, () =>
    startSrtServer({ ...common, port: config.SRT_PORT, attempts, passphraseOf }),
  )
  begun.defer(() => srt.close())
  return { rtmp, rtmps, srt }
}

/** Refuses a stream whose environment has all its places. */
const noPlace: Pick<LiveSession, 'publish'> = {
  publish: async () => ({ isAccepted: false, reason: 'too-many-streams' }),
}

/** Whether the organization may begin another session. Those that another node left go on. */
function mayBegin(live: Live, stream: StreamRow): Promise<boolean> {
  return isGranted(stream, () => live.usage.assertMayStart(live.db, stream.environmentId))
}

/** Whether the organization has money for the first minutes of a session, which is reserved. */
function mayReserve(live: Live, stream: StreamRow): Promise<boolean> {
  return isGranted(stream, () => holdLive(live, stream))
}

async function isGranted({ status }: StreamRow, ask: () => Promise<void>): Promise<boolean> {
  if (status !== 'idle') return true
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Refuses a stream whose organization has to pay first. */
const noMoney: Pick<LiveSession, 'publish'> = {
  publish: async () => ({ isAccepted: false, reason: 'wallet-empty' }),
}

async function readCertificate({ RTMPS_PORT: port, TLS_CERT, TLS_KEY }: Live['config']) {
  if (port === undefined || TLS_CERT === undefined || TLS_KEY === undefined) return null
  return { port, cert: await readFile(TLS_CERT, 'utf8'), key: await readFile(TLS_KEY, 'utf8') }
}
