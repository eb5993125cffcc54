import { uuidv7 } from '../../../platform/database/ids.ts'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import type { PlaybackChanges } from '../../delivery/index.ts'
import type { Live } from '../live.ts'
import { setViewers } from '../monitoring/health-store.ts'
import { findRunningSession, type RunningSession } from '../sessions/sessions.ts'
import type { StreamRef, StreamRow } from '../streams/stream-changes.ts'
import { type Mirror, openMirror } from './mirror.ts'

/** The windows of watched streams, and the viewers of each. */
export interface WatchedStreams {
  /** Opens the window of a running stream for a viewer, and waits for it shortly. Null without a node. */
  open(stream: StreamRow, playbackId: string): Promise<Mirror | null>
  /** The window that was opened last. */
  last(stream: StreamRow): Mirror | null
  /** Counts the viewers of the window that is open now. */
  viewerCounter(streamId: string): (viewer: string) => void
  close(): void
}

interface Watched {
  readonly sessionId: string
  mirror: Mirror
  usedAt: number
  readonly playbackIds: Set<string>
  readonly stream: StreamRef
  /** Time of each viewer's last request. */
  readonly viewers: Map<string, number>
}

/** Longest time that a new viewer waits for the window. */
const READY_MS = 2000
const UNUSED_MS = 60_000
const SWEEP_MS = 15_000
/** Shortest interval between requests to a lost node. */
const AGAIN_MS = 500
/** A viewer without requests for this long has left. */
const VIEWER_MS = 10_000
const COUNT_MS = 5000

/** @param changes called when a window changes, by the playback IDs of its viewers */
export function openWatchedStreams(live: Live, access: NodeAccess, changes: PlaybackChanges): WatchedStreams {
  const watched = new Map<string, Watched>()

  function watch(stream: StreamRow, { sessionId, nodeUrl }: RunningSession): Watched {
    const { id: streamId, environmentId } = stream
    const known = watched.get(streamId)
    const isSame = known?.sessionId === sessionId && known.mirror.nodeUrl === nodeUrl
    if (isSame && !known.mirror.isLost()) return known
    const playbackIds = known?.playbackIds ?? new Set<string>()
    known?.mirror.close()
    let wasPlayable = false
    const last = known?.sessionId === sessionId ? known.mirror.window() : null
    const mirror = openMirror({ nodeUrl, access, streamId }, last, (isVisible) => {
      const isPlayable = mirror.window()?.isPlayable() ?? false
      const hasChanged = isPlayable !== wasPlayable || mirror.isEnded() || mirror.isLost()
      wasPlayable = isPlayable
      for (const playbackId of playbackIds) {
        if (hasChanged) changes.changed(playbackId)
        else if (isVisible) changes.fileAdded(playbackId)
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
    async open(stream, playbackId) {
      const session = await findRunningSession(live.db, stream)
      if (session === null) return null
      const before = watched.get(stream.id)
      if (before?.mirror.isLost() && performance.now() - before.usedAt < AGAIN_MS) return before.mirror
      const own = watch(stream, session)
      own.usedAt = performance.now()
      own.playbackIds.add(playbackId)
      await Promise.race([own.mirror.ready, new Promise((resolve) => setTimeout(resolve, READY_MS))])
      return own.mirror
    },
    last: ({ id }) => watched.get(id)?.mirror ?? null,
    viewerCounter(streamId) {
      const own = watched.get(streamId)
      return (viewer) => {
        if (own === undefined) return
        own.usedAt = performance.now()
        own.viewers.set(viewer, performance.now())
      }
    },
    close() {
      clearInterval(sweep)
      clearInterval(counting)
      for (const { mirror } of watched.values()) mirror.close()
    },
  }
}
