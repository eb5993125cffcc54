import type { ServerResponse } from 'node:http'
import type { Encoding, Packaged } from '@kinora/media'
import { rowOf } from '../../../../platform/database/row-of.ts'
import { type AudioLevel, measureAudioLevel } from '../../../../platform/nodes/audio-level.ts'
import { createPreviewSource } from '../../../../platform/nodes/preview-source.ts'
import { recordCue } from '../../cues/encoder-cues.ts'
import type { FeedSettings } from '../../feed/feed-message.ts'
import { CODEC_NAMES } from '../../ingest/accepted-codecs.ts'
import type { PublishDecision, Publisher, PublishRefusal } from '../../ingest/publisher.ts'
import type { Live } from '../../live.ts'
import {
  createSessionMonitor,
  type EncoderFigures,
  type SessionMonitor,
} from '../../monitoring/session-monitor.ts'
import { endSession } from '../../sessions/sessions.ts'
import type { SessionRow } from '../../sessions/tables.ts'
import { loadSlateImage } from '../../streams/slate-files.ts'
import { streamIdle, streamReconnecting } from '../../streams/states.ts'
import type { StreamRow } from '../../streams/stream-changes.ts'
import { liveStreams } from '../../streams/tables.ts'
import { createRtcOutput } from '../../webrtc/output.ts'
import type { WatchedStream } from '../../webrtc/whep.ts'
import { type Broadcast, type BroadcastTimes, startBroadcast } from '../broadcast.ts'
import { createMediaTap } from '../media-tap.ts'
import type { RenditionEvent } from '../renditions.ts'
import { longestSegment, SEGMENT_S, targetChooser } from '../segment-times.ts'
import { limitEncoder } from './encoder-sink.ts'
import { createSessionAir } from './session-air.ts'
import { createSessionCues, type SessionCues } from './session-cues.ts'
import { createSessionEncoders, type SessionEncoders } from './session-encoders.ts'
import { createSessionFeed } from './session-feed.ts'
import { holdLease } from './session-lease.ts'
import { createSessionMarks } from './session-marks.ts'
import { createSessionRecorder } from './session-recorder.ts'
import { createSessionStates } from './session-states.ts'

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
  openPreview(response: ServerResponse): void
  /** Sends what viewers get as MPEG-TS. */
  openMedia(response: ServerResponse): void
  /** Output for WebRTC viewers. Null if the stream does not offer WebRTC. */
  readonly realtime: WatchedStream | null
  /** Releases the session to the next node. Viewers wait, and the encoder reconnects. */
  release(): Promise<void>
}

/** Length of parts in seconds, by latency mode. */
const PART_S = { low: 0.333, standard: 1, realtime: 0.333 } as const
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
  const settings = settingsOf(stream, session)
  const feed = createSessionFeed(settings)
  const lease = holdLease(live, session, () => encoders.isTest())
  const recorder = createSessionRecorder(live, stream, session, lease.nameOf, () => encoders.isConnected())
  void recorder.started?.then((started) => started && feed.send({ type: 'recording', ...started }))
  const level = measureLevel(live, cwd)
  const monitor = createSessionMonitor(live, stream, level)
  if (session.nextMsn > 0) monitor.event('continued')
  const states = createSessionStates(live, stream, monitor)
  const air = createSessionAir(monitor, states, feed.send)
  const preview = createPreviewSource(level, () => ({ source: air.source(), health: monitor.health() }))
  const media = createMediaTap()
  const cues = startCues(live, stream, monitor)
  const marks = createSessionMarks(live, stream, settings.windowS, feed.send)
  let { slateImageId } = stream
  let isOver = false

  const epochMs = session.startedAt.getTime()
  const onWorkerFailing = (name: string) => monitor.event('worker-failed', name)
  const tools = { ffmpeg, log, cwd, memoryBytes: config.ENCODE_MEMORY_BYTES, onWorkerFailing }
  const realtime = stream.latencyMode === 'realtime' ? createRtcOutput(tools) : null
  const broadcast: Broadcast = startBroadcast({
    ...tools,
    emit,
    epochMs,
    realtime,
    heard: level,
    preview,
    relayed: media,
    encoding: { rungs },
    times: timesOf(stream, session),
    chooseLongest: session.nextMsn > 0 || realtime !== null ? null : targetChooser(settings, setTarget),
    startedAt: performance.now() - (clock.now().getTime() - epochMs),
    firstMsn: session.nextMsn,
    slateImage: () => loadSlateImage(live.storage, { ...stream, slateImageId }),
    idOf: lease.idOf,
    onRemoved: feed.remove,
    onAir: air.switchTo,
    onCue(cue, atMs) {
      marks.take(cue, atMs)
      cues.take(cue, atMs)
    },
    onRenditionEvent: (event) => reportRendition(monitor, event),
  })
  const encoders: SessionEncoders = createSessionEncoders(live, stream, monitor, states, {
    open(role, connection) {
      lease.published()
      return limitEncoder(
        monitor.measure(broadcast.publish(role), () => air.isShown(role)),
        connection,
        config.LIVE_MAX_KBPS,
        cues.refuse,
      )
    },
    allLeft: recorder.encoderLeft,
  })

  function setTarget(targetS: number): void {
    lease.setTarget(targetS)
    feed.setTarget(targetS, marks.message())
  }

  function emit(packaged: Packaged): void {
    feed.sendMedia(packaged)
    recorder.take(packaged)
    if (packaged.type === 'part') monitor.partReady(feed.delayOf(packaged, clock.now().getTime() - epochMs))
    if (packaged.type === 'segment-begun') lease.segmentBegun(packaged.msn)
    if (packaged.type === 'segment-ended' && !air.isSlate()) states.activate(recorder.started)
  }

  async function stop(reason: PublishRefusal): Promise<void> {
    isOver = true
    marks.close()
    encoders.disconnect(reason)
    for (const output of [realtime, preview, media]) output?.end()
    await broadcast.end()
  }

  async function end(reason: PublishRefusal): Promise<void> {
    if (isOver) return
    await stop(reason)
    feed.send({ type: 'ended' })
    feed.end()
    await cues.flush()
    await states.run(async () => {
      await recorder.finish()
      monitor.event('ended', reason)
      await monitor.end()
      const now = clock.now()
      await endSession(live, session, now)
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
      await states.run(async () => {
        await recorder.flush()
        await monitor.end()
        const now = clock.now()
        await lease.release(now)
        await streamReconnecting(db, stream, now)
      })
    },
    async publish(publisher, { takeover }, keyId) {
      if (isOver) return { isAccepted: false, reason: 'not-started' }
      return encoders.publish(publisher, takeover, keyId)
    },
    tick() {
      if (isOver) return
      const awayS = encoders.awayS()
      if (awayS !== null && awayS >= stream.reconnectWindowS) void end('stopped')
      else broadcast.tick()
      cues.tick()
      preview.tick()
      monitor.tick(figuresOf(broadcast))
    },
    async check() {
      if (isOver) return
      const isOurs = await lease.renew()
      const [row] = await db.select().from(liveStreams).where(rowOf(liveStreams, stream))
      if (!isOurs || row === undefined || row.status === 'disabled') return end('disabled')
      if (!row.started) return end('stopped')
      if (row.slateImageId !== slateImageId) {
        slateImageId = row.slateImageId
        void broadcast.prepareSlate()
      }
      await Promise.all([marks.refresh(row), recorder.refresh()])
      await encoders.checkKeys()
    },
    openFeed: (response) => feed.open(response, marks.message()),
    openPreview: preview.open,
    openMedia: media.open,
  }
}

function figuresOf({ droppedFrames, encodedTicks, leftOut }: Broadcast): EncoderFigures {
  return { droppedFrames: droppedFrames(), encodedTicks: encodedTicks(), leftOut: leftOut() }
}

function reportRendition(monitor: SessionMonitor, event: RenditionEvent): void {
  if (event.type === 'left-out') monitor.event(event.type, event.name)
  else if (event.type === 'codec-encoded') monitor.event(event.type, CODEC_NAMES[event.codec])
  else if (event.type === 'not-encoded')
    monitor.event('no-picture', `the server cannot encode ${CODEC_NAMES[event.codec]}`)
  else monitor.event(event.type)
}

function timesOf({ latencyMode }: StreamRow, { targetS }: SessionRow): BroadcastTimes {
  return { partS: PART_S[latencyMode], segmentS: SEGMENT_S, longestSegmentS: longestSegment(targetS) }
}

function settingsOf(stream: StreamRow, { targetS }: SessionRow): FeedSettings {
  return {
    targetS,
    windowS: Math.max(MEMORY_WINDOW_S, stream.record ? stream.dvrWindowS : 0),
    keptSegments: Math.ceil(MEMORY_WINDOW_S / SEGMENT_S) + 1,
  }
}

function measureLevel({ ffmpeg, log, config }: Live, cwd: string): AudioLevel {
  return measureAudioLevel(ffmpeg, log, { cwd, memoryBytes: config.IMAGE_MEMORY_BYTES })
}

function startCues(live: Live, stream: StreamRow, monitor: SessionMonitor): SessionCues {
  const { clock, log } = live
  return createSessionCues({
    async record(cue) {
      log.debug({ streamId: stream.id, ...cue }, 'a cue of an encoder')
      await recordCue(live, stream, cue)
    },
    failed: (err, { kind, eventId }) =>
      log.error({ err, streamId: stream.id, kind, eventId }, 'a cue of an encoder is not recorded'),
    warn: (detail) => monitor.event('cue-invalid', detail),
    nowMs: () => clock.now().getTime(),
  })
}
