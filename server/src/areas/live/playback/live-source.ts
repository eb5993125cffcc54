import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Offers } from '../../../platform/area.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Playback, PlaybackChanges, PlaybackSource, Viewer } from '../../delivery/index.ts'
import { getRecordingPlaybackId } from '../../library/index.ts'
import { setViewers } from '../health/health-store.ts'
import type { Live } from '../live.ts'
import { findRunningSession, type RunningSession } from '../sessions/sessions.ts'
import { liveRecordings } from '../sessions/tables.ts'
import type { StreamRef, StreamRow } from '../streams/stream-changes.ts'
import { liveStreamChannel } from '../streams/stream-changes.ts'
import { findPlaybackTarget } from './find-playback-target.ts'
import {
  type LivePlayback,
  type LivePlaybackSettings,
  liveFile,
  livePlayback,
  viewerOf,
} from './live-playback.ts'
import { type Mirror, openMirror } from './mirror.ts'
import { createResolvedIds } from './resolved-ids.ts'

interface Watched {
  readonly sessionId: string
  mirror: Mirror
  usedAt: number
  readonly playbackIds: Set<string>
  readonly stream: StreamRef
  /** Time of each viewer's last request. */
  readonly viewers: Map<string, number>
}

/** Statuses with an open session, possibly without a node. */
const runningStatuses: ReadonlySet<string> = new Set<StreamRow['status']>([
  'connecting',
  'active',
  'reconnecting',
])
/** Longest time that a new viewer waits for the window. */
const READY_MS = 2000
const UNUSED_MS = 60_000
const SWEEP_MS = 15_000
/** Shortest interval between requests to a lost node. */
const AGAIN_MS = 500
/** A viewer without requests for this long has left. */
const VIEWER_MS = 10_000
const COUNT_MS = 5000

export interface LiveSource extends PlaybackSource<LivePlayback> {
  /** Counts a viewer who does not request files. Call at least every few seconds. */
  countViewer(streamId: string, viewer: Viewer): void
  close(): void
}

/** The playback source for live streams: keeps the windows of watched streams in memory. */
export function liveSource(live: Live, library: Offers['library'], secret: string): LiveSource {
  const watched = new Map<string, Watched>()
  const resolved = createResolvedIds()
  const listeners: PlaybackChanges[] = []

  function watch(stream: StreamRow, { sessionId, nodeUrl }: RunningSession): Watched {
    const { id: streamId, environmentId } = stream
    const known = watched.get(streamId)
    const isSame = known?.sessionId === sessionId && known.mirror.nodeUrl === nodeUrl
    if (isSame && !known.mirror.isLost()) return known
    const playbackIds = known?.playbackIds ?? new Set<string>()
    known?.mirror.close()
    let wasPlayable = false
    const last = known?.sessionId === sessionId ? known.mirror.window() : null
    const mirror = openMirror({ nodeUrl, secret, streamId }, last, (isVisible) => {
      const isPlayable = mirror.window()?.isPlayable() ?? false
      const hasChanged = isPlayable !== wasPlayable || mirror.isEnded() || mirror.isLost()
      wasPlayable = isPlayable
      for (const playbackId of playbackIds) {
        if (hasChanged) for (const { changed } of listeners) changed(playbackId)
        else if (isVisible) for (const { fileAdded } of listeners) fileAdded(playbackId)
      }
    })
    const viewers = known?.viewers ?? new Map<string, number>()
    const made: Watched = {
      sessionId,
      mirror,
      usedAt: performance.now(),
      playbackIds,
      viewers,
      stream: { id: streamId, environmentId },
    }
    watched.set(streamId, made)
    return made
  }

  async function mirrorOf(stream: StreamRow, playbackId: string): Promise<Mirror | null> {
    const session = await findRunningSession(live.db, stream)
    if (session === null) return null
    const before = watched.get(stream.id)
    if (before?.mirror.isLost() && performance.now() - before.usedAt < AGAIN_MS) return before.mirror
    const own = watch(stream, session)
    own.usedAt = performance.now()
    own.playbackIds.add(playbackId)
    await Promise.race([own.mirror.ready, new Promise((resolve) => setTimeout(resolve, READY_MS))])
    return own.mirror
  }

  /** Window of a stream that has ended, for viewers who have not reached its end yet. */
  function endedMirror({ id }: StreamRow): Mirror | null {
    const own = watched.get(id)
    return own?.mirror.isEnded() ? own.mirror : null
  }

  /** Adds the files of the last recording, so that its viewers can finish it after the stream has started again. */
  function withEarlier(stream: StreamRow, file: Playback['file']): Playback['file'] {
    let earlier: Promise<Playback | null> | undefined
    return async (request) => {
      const found = await file(request)
      if (found !== null) return found
      earlier ??= lastRecording(stream, true)
      return (await earlier)?.file(request) ?? null
    }
  }

  /** Playback of the stream's last recording, or null. @param isOver only considers recordings that have ended */
  async function lastRecording(stream: StreamRow, isOver = false): Promise<Playback | null> {
    const { contentId: id, environmentId } = liveRecordings
    const [last] = await live.db
      .select({ id, environmentId })
      .from(liveRecordings)
      .where(
        and(
          eq(liveRecordings.streamId, stream.id),
          eq(liveRecordings.environmentId, stream.environmentId),
          isOver ? isNotNull(liveRecordings.endedAt) : undefined,
        ),
      )
      .orderBy(desc(liveRecordings.startedAt))
      .limit(1)
    const playbackId = last ? await getRecordingPlaybackId(live.db, last) : null
    return playbackId === null ? null : library.resolveVideo(playbackId)
  }

  const processId = uuidv7()
  const counting = setInterval(() => {
    for (const { stream, viewers } of watched.values()) {
      for (const [viewer, at] of viewers) if (performance.now() - at > VIEWER_MS) viewers.delete(viewer)
      setViewers(live, stream, processId, viewers.size).catch((err: unknown) =>
        live.log.warn({ err }, 'the number of viewers is not stored'),
      )
    }
  }, COUNT_MS)
  counting.unref()
  const sweep = setInterval(() => {
    for (const [streamId, { mirror, usedAt }] of watched) {
      if (performance.now() - usedAt < UNUSED_MS) continue
      mirror.close()
      watched.delete(streamId)
    }
  }, SWEEP_MS)
  sweep.unref()

  return {
    async resolve(playbackId) {
      const target = await findPlaybackTarget(live, playbackId)
      if (target === null || target.stream.status === 'disabled') return null
      const { stream, isPaused } = target
      const { environmentId, name, playbackPolicy: policy, playbackRestrictions: restrictions } = stream
      resolved.add(stream.id, playbackId)
      const settings: LivePlaybackSettings = {
        playbackId,
        environmentId,
        streamId: stream.id,
        customPlaybackId: target.customPlaybackId,
        name,
        policy,
        restrictions,
        createdAt: stream.createdAt,
        latency: stream.latencyMode,
        startsAt: stream.scheduledAt,
        isRunning: runningStatuses.has(stream.status),
        offAirState: isPaused ? 'paused' : stream.status === 'ended' ? 'ended' : 'waiting',
      }
      if (isPaused) return livePlayback(live, { ...settings, isRunning: false }, null)
      const isRunning = runningStatuses.has(stream.status)
      // If the node is lost, viewers keep the last window until the next node continues.
      const lost = () => (isRunning ? (watched.get(stream.id)?.mirror ?? null) : null)
      const mirror = (await mirrorOf(stream, playbackId)) ?? lost()
      const recording = mirror === null && !isRunning ? await lastRecording(stream) : null
      const ended = mirror === null ? endedMirror(stream) : null
      const own = watched.get(stream.id)
      const onViewer = (viewer: string) => {
        if (own === undefined) return
        own.usedAt = performance.now()
        own.viewers.set(viewer, performance.now())
      }
      if (recording === null) {
        const running = livePlayback(live, settings, mirror ?? ended, onViewer)
        return { ...running, file: withEarlier(stream, running.file) }
      }
      return {
        ...recording,
        // Title, policy and URL are those of the stream. Only the media comes from the recording.
        playbackId,
        policy,
        restrictions,
        window: null,
        page: { ...recording.page, live: 'recording' },
        async file(request) {
          const recorded = await recording.file(request)
          if (recorded !== null || ended === null) return recorded
          onViewer(viewerOf(request.viewer))
          return liveFile(ended, request)
        },
      }
    },
    subscribe(changes) {
      listeners.push(changes)
      live.bus.subscribe(liveStreamChannel, (streamId) => {
        if (streamId === '') return changes.changed(null)
        for (const playbackId of resolved.of(streamId)) changes.changed(playbackId)
      })
    },
    countViewer(streamId, viewer) {
      const own = watched.get(streamId)
      if (own === undefined) return
      own.usedAt = performance.now()
      own.viewers.set(viewerOf(viewer), performance.now())
    },
    close() {
      clearInterval(sweep)
      clearInterval(counting)
      for (const { mirror } of watched.values()) mirror.close()
    },
  }
}
