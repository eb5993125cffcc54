import type { ServerResponse } from 'node:http'
import type { MonitorEventType } from '@kinora/contract'
import {
  createLiveWindow,
  type Encoding,
  type Packaged,
  type PackagedPart,
  type SourceItem,
  sendItem,
} from '@kinora/media'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordCue } from '../cues/encoder-cues.ts'
import type { FeedMessage, FeedSettings } from '../feed/feed-message.ts'
import { createFeed } from '../feed/feed-server.ts'
import { createGapLog } from '../gaps/gap-log.ts'
import { measureAudioLevel } from '../health/audio-level.ts'
import { createSessionMonitor } from '../health/session-monitor.ts'
import type { PublishDecision, Publisher, PublishRefusal } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { startRecorder } from '../recordings/recorder.ts'
import { endSession, releaseSession, renewSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/tables.ts'
import { loadSlateImage } from '../streams/slate-files.ts'
import {
  type BackupChange,
  backupChanged,
  publisherConnected,
  streamActive,
  streamIdle,
  streamReconnecting,
} from '../streams/states.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { isKeyValid } from '../streams/stream-keys.ts'
import { liveStreams } from '../streams/tables.ts'
import { createRtcOutput } from '../webrtc/output.ts'
import type { WatchedStream } from '../webrtc/whep.ts'
import { type AirSource, type Broadcast, startBroadcast } from './broadcast.ts'
import { createIntakeLimits } from './intake-limits.ts'
import { createSessionCues } from './session-cues.ts'
import { createSessionMarks } from './session-marks.ts'

/** A running stream on this node. */
export interface LiveSession {
  /** Accepts or refuses a publisher.
   * @param keyId the key of the publisher, which may be revoked later; null for test signals and pulled sources */
  publish(publisher: Publisher, stream: StreamRow, keyId: string | null): Promise<PublishDecision>
  /** Call every 100 ms. */
  tick(): void
  /** Renews the lease, and disconnects the publisher if its key or stream no longer allows it. Call after changes and
   * every 2 s. */
  check(): Promise<void>
  openFeed(response: ServerResponse): void
  /** Output for WebRTC viewers. Null if the stream does not offer WebRTC. */
  readonly realtime: WatchedStream | null
  /** Releases the session to the next node. Viewers wait, and the encoder reconnects. */
  release(): Promise<void>
}

type EncoderRole = 'primary' | 'backup'

interface Connected {
  readonly role: EncoderRole
  readonly publisher: Publisher
  readonly keyId: string | null
}

const encoderRoles = ['primary', 'backup'] as const
const backupEvents = {
  backup_connected: 'backup-connected',
  backup_disconnected: 'backup-disconnected',
  failover: 'failover',
  failback: 'failback',
} as const satisfies Record<BackupChange, MonitorEventType>

/** Longest part in seconds, by latency mode. */
const PART_S = { low: 0.334, standard: 1, realtime: 0.334 } as const
const SEGMENT_S = 2
/** Segments are longer than `SEGMENT_S` if a keyframe is a little late. */
const LONGEST_SEGMENT_S = 2.4
/** Length of the window in memory. Older segments of the DVR window are read from storage. */
const MEMORY_WINDOW_S = 30

export function startLiveSession(
  live: Live,
  stream: StreamRow,
  session: SessionRow,
  rungs: Encoding['rungs'],
  cwd: string,
  onEnded: () => void,
): LiveSession {
  const { db, clock, log, ffmpeg, config } = live
  const settings: FeedSettings = {
    targetS: SEGMENT_S,
    partS: PART_S[stream.latencyMode],
    windowS: Math.max(MEMORY_WINDOW_S, stream.record ? stream.dvrWindowS : 0),
    keptSegments: Math.ceil(MEMORY_WINDOW_S / SEGMENT_S) + 1,
  }
  const feed = createFeed()
  const window = createLiveWindow(settings)
  const outputs = new Map(Object.entries(session.outputs))
  const recorder = stream.record ? startRecorder(live, stream, session, nameOf) : null
  let recording: FeedMessage | null = null
  void recorder?.started.then((started) => {
    if (started === null) return
    recording = { type: 'recording', ...started }
    feed.send(recording)
  })
  const monitor = createSessionMonitor(
    live,
    stream,
    measureAudioLevel(ffmpeg, log, { cwd, memoryBytes: config.IMAGE_MEMORY_BYTES }),
  )
  if (session.nextMsn > 0) monitor.event('continued')
  const gaps = stream.record ? createGapLog(live, session, () => !isAlone()) : null
  const run = serial((err) => log.error({ err, streamId: stream.id }, 'a live stream cannot store its state'))
  const connected: Record<EncoderRole, Connected | null> = { primary: null, backup: null }
  let leftAt: Date | null = null
  let air: AirSource | null = null
  /** Whether viewers saw the backup last. The slate in between does not change it. */
  let wasBackup = false
  let isActive = false
  let { slateImageId } = stream
  let wasActive = stream.activeSince !== null
  let isOver = false
  let nextMsn = session.nextMsn

  const cues = createSessionCues({
    async record(cue) {
      log.debug({ streamId: stream.id, ...cue }, 'a cue of an encoder')
      await recordCue(live, stream, cue)
    },
    failed: (err, { kind, eventId }) =>
      log.error({ err, streamId: stream.id, kind, eventId }, 'a cue of an encoder is not recorded'),
    warn: (detail) => monitor.event('cue-invalid', detail),
    nowMs: () => clock.now().getTime(),
  })
  const marks = createSessionMarks(live, stream, settings.windowS, (message) => feed.send(message))
  const memoryBytes = config.ENCODE_MEMORY_BYTES
  const epochMs = session.startedAt.getTime()
  const realtime =
    stream.latencyMode === 'realtime' ? createRtcOutput({ ffmpeg, log, cwd, memoryBytes }) : null
  const broadcast: Broadcast = startBroadcast({
    ffmpeg,
    log,
    cwd,
    memoryBytes,
    emit,
    epochMs,
    realtime,
    encoding: { rungs },
    times: { partS: settings.partS, segmentS: SEGMENT_S, longestSegmentS: LONGEST_SEGMENT_S },
    startedAt: performance.now() - (clock.now().getTime() - session.startedAt.getTime()),
    firstMsn: session.nextMsn,
    slateImage: () => loadSlateImage(live.storage, { ...stream, slateImageId }),
    idOf,
    onRemoved(rendition) {
      window.remove(rendition)
      feed.send({ type: 'removed', rendition })
    },
    onAir(source) {
      if (source === 'slate') monitor.event('slate')
      else if (air === 'slate') monitor.event('recovered')
      if (source === 'backup') noteBackup('failover')
      if (wasBackup && source === 'primary') noteBackup('failback')
      if (source !== 'slate') wasBackup = source === 'backup'
      air = source
      isActive = false
      feed.send(airMessage(source))
    },
    onCue(cue, atMs) {
      marks.take(cue, atMs)
      cues.take(cue, atMs)
    },
    onRenditionEvent: (event) => monitor.event(event.type, event.type === 'left-out' ? event.name : ''),
  })

  function idOf(name: string): string {
    const known = outputs.get(name) ?? uuidv7(clock.now().getTime())
    outputs.set(name, known)
    return known
  }

  function emit(packaged: Packaged): void {
    window.apply(packaged)
    feed.send(packaged)
    recorder?.take(packaged)
    gaps?.take(packaged)
    if (packaged.type === 'part') monitor.partReady(delayOf(packaged))
    if (packaged.type === 'segment-begun' && packaged.msn >= nextMsn) {
      nextMsn = packaged.msn + 1
      // If this process dies, the next one must not reuse the number.
      renew().catch((err: unknown) => log.warn({ err }, 'a live stream cannot store its state'))
    }
    if (packaged.type !== 'segment-ended' || isActive || air === 'slate') return
    isActive = true
    wasActive = true
    void run(async () => {
      const recording = (await recorder?.started) ?? null
      try {
        await streamActive(db, stream, recording?.contentId ?? null, clock.now())
      } catch (error) {
        // Retried with the next segment.
        isActive = false
        throw error
      }
    })
  }

  /** Milliseconds from the end of a part until now. */
  function delayOf({ rendition, msn }: PackagedPart): number {
    const endS = window.endOf(rendition, msn)
    return endS === null ? 0 : clock.now().getTime() - session.startedAt.getTime() - endS * 1000
  }

  function renew(): Promise<boolean> {
    return renewSession(live, session, { outputs: Object.fromEntries(outputs), nextMsn })
  }

  function nameOf(rendition: string): string {
    return [...outputs].find(([, id]) => id === rendition)?.[0] ?? rendition
  }

  const isAlone = () => connected.primary === null && connected.backup === null

  function noteBackup(change: BackupChange): void {
    monitor.event(backupEvents[change])
    void run(() => backupChanged(db, stream, change, clock.now()))
  }

  function left(own: Connected): void {
    if (connected[own.role] !== own) return
    connected[own.role] = null
    if (own.role === 'backup') noteBackup('backup_disconnected')
    else monitor.event('disconnected')
    if (!isAlone()) return
    leftAt = clock.now()
    gaps?.encoderLeft()
    void run(async () => {
      if (isAlone()) await streamReconnecting(db, stream, clock.now())
    })
  }

  async function stop(reason: PublishRefusal): Promise<void> {
    isOver = true
    marks.close()
    for (const role of encoderRoles) {
      connected[role]?.publisher.close(reason)
      connected[role] = null
    }
    realtime?.end()
    await broadcast.end()
  }

  async function end(reason: PublishRefusal): Promise<void> {
    if (isOver) return
    await stop(reason)
    feed.send({ type: 'ended' })
    feed.end()
    await cues.flush()
    await run(async () => {
      await recorder?.finish()
      monitor.event('ended', reason)
      await monitor.end()
      const now = clock.now()
      await gaps?.end(now)
      await endSession(db, session, now)
      await streamIdle(db, stream, now)
    })
    onEnded()
  }

  return {
    realtime: realtime && { output: realtime, epochMs },
    async release() {
      if (isOver) return
      await stop('stopped')
      feed.end()
      await cues.flush()
      await run(async () => {
        await recorder?.flush()
        await monitor.end()
        const now = clock.now()
        await releaseSession(db, session, { outputs: Object.fromEntries(outputs), nextMsn }, now)
        await streamReconnecting(db, stream, now)
      })
    },
    async publish(publisher, { takeover }, keyId) {
      if (isOver) return { isAccepted: false, reason: 'not-started' }
      const role = publisher.request.isBackup ? 'backup' : 'primary'
      const before = connected[role]
      if (before !== null) {
        const [isTest, wasTest] = [publisher, before.publisher].map(
          ({ request }) => request.protocol === 'test',
        )
        const mayReplace = !isTest && (takeover || wasTest)
        if (!mayReplace) return { isAccepted: false, reason: 'already-publishing' }
        before.publisher.close('already-publishing')
        connected[role] = null
        monitor.event('disconnected')
        if (isAlone()) await run(() => streamReconnecting(db, stream, clock.now()))
      }
      const own: Connected = { role, publisher, keyId }
      const isFirst = isAlone()
      connected[role] = own
      // If the last publisher left before its first segment, there is no session to return to.
      if (isFirst && !wasActive && leftAt !== null) await run(() => streamIdle(db, stream, clock.now()))
      const isAllowed =
        !isFirst || (await run(() => publisherConnected(db, stream, clock.now()))) !== undefined
      if (connected[role] !== own) return { isAccepted: false, reason: 'already-publishing' }
      if (!isAllowed) {
        connected[role] = null
        leftAt = clock.now()
        return { isAccepted: false, reason: 'not-started' }
      }
      leftAt = null
      const { protocol, encoder } = publisher.request
      if (role === 'backup') noteBackup('backup_connected')
      else monitor.event('connected', [protocol.toUpperCase(), encoder].filter(Boolean).join(', '))
      const isShown = () => (role === 'backup' ? air === 'backup' : air !== 'backup')
      const sink = monitor.measure(broadcast.publish(role), isShown)
      const limits = createIntakeLimits(config.LIVE_MAX_KBPS)
      const take = (item: SourceItem) => {
        if (connected[role] !== own) return
        if (item.kind === 'bad-cue') cues.refuse(item)
        const fault = limits.check(item)
        if (fault === null) {
          sendItem(sink, item)
          return
        }
        publisher.close(fault.reason)
        monitor.event(fault.reason === 'codec-not-supported' ? 'refused' : fault.reason, fault.detail)
        sink.end()
        left(own)
      }
      return {
        isAccepted: true,
        sink: {
          track: take,
          packet: take,
          cue: take,
          end() {
            sink.end()
            left(own)
          },
        },
      }
    },
    tick() {
      if (isOver) return
      const awayS = leftAt === null ? 0 : (clock.now().getTime() - leftAt.getTime()) / 1000
      if (leftAt !== null && awayS >= stream.reconnectWindowS) void end('stopped')
      else broadcast.tick()
      cues.tick()
      monitor.tick({
        droppedFrames: broadcast.droppedFrames(),
        encodedTicks: broadcast.encodedTicks(),
        leftOut: broadcast.leftOut(),
      })
    },
    async check() {
      if (isOver) return
      const isOurs = await renew()
      const [row] = await db.select().from(liveStreams).where(rowOf(liveStreams, stream))
      if (!isOurs || row === undefined || row.status === 'disabled') return end('disabled')
      if (!row.started) return end('stopped')
      if (row.slateImageId !== slateImageId) {
        slateImageId = row.slateImageId
        void broadcast.prepareSlate()
      }
      await marks.refresh(row)
      for (const own of Object.values(connected)) {
        if (own === null || own.keyId === null) continue
        if (await isKeyValid(db, stream, own.keyId, clock.now())) continue
        own.publisher.close('key-revoked')
        left(own)
      }
    },
    openFeed(response) {
      const replay: FeedMessage[] = [{ type: 'opened', settings }, ...window.replay()]
      if (air !== null) replay.push(airMessage(air))
      if (recording !== null) replay.push(recording)
      replay.push(marks.message())
      feed.open(response, replay)
    },
  }
}

/** The feed does not distinguish primary and backup. */
function airMessage(source: AirSource): FeedMessage {
  return { type: 'air', source: source === 'slate' ? 'slate' : 'publisher' }
}

/** Runs tasks one after another. A failed task is reported and resolves to undefined. */
function serial(onError: (error: unknown) => void) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T | null>): Promise<T | undefined> => {
    const next = last
      .then(async () => (await task()) ?? undefined)
      .catch((error: unknown) => {
        onError(error)
        return undefined
      })
    last = next
    return next
  }
}
