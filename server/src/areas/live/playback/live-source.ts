import type { Offers } from '../../../platform/area.ts'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import type { PlaybackChanges, PlaybackSource, Viewer } from '../../delivery/index.ts'
import type { Live } from '../live.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreamChannel } from '../streams/stream-changes.ts'
import { findPlaybackTarget } from './find-playback-target.ts'
import { findLastRecording, withEarlierFiles } from './last-recording.ts'
import {
  type LivePlayback,
  type LivePlaybackSettings,
  liveFile,
  livePlayback,
  viewerOf,
} from './live-playback.ts'
import { createResolvedIds } from './resolved-ids.ts'
import { openWatchedStreams } from './watched-streams.ts'

/** Statuses with an open session, possibly without a node. */
const runningStatuses: ReadonlySet<string> = new Set<StreamRow['status']>([
  'connecting',
  'active',
  'reconnecting',
])
export interface LiveSource extends PlaybackSource<LivePlayback> {
  /** Counts a viewer who does not request files. Call at least every few seconds. */
  countViewer(streamId: string, viewer: Viewer): void
  close(): void
}

/** The playback source for live streams: keeps the windows of watched streams in memory. */
export function liveSource(live: Live, library: Offers['library'], access: NodeAccess): LiveSource {
  const resolved = createResolvedIds()
  const listeners: PlaybackChanges[] = []
  const watched = openWatchedStreams(live, access, {
    changed(playbackId) {
      for (const { changed } of listeners) changed(playbackId)
    },
    fileAdded(playbackId) {
      for (const { fileAdded } of listeners) fileAdded(playbackId)
    },
  })

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
        partner: target.partner,
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
      const lost = () => (isRunning ? watched.last(stream) : null)
      const mirror = (await watched.open(stream, playbackId)) ?? lost()
      const recording = mirror === null && !isRunning ? await findLastRecording(live, library, stream) : null
      // Viewers of a stream that has ended may not have reached its end yet.
      const last = mirror === null ? watched.last(stream) : null
      const ended = last?.isEnded() ? last : null
      const onViewer = watched.viewerCounter(stream.id)
      if (recording === null) {
        const running = livePlayback(live, settings, mirror ?? ended, onViewer)
        return { ...running, file: withEarlierFiles(live, library, stream, running.file) }
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
    countViewer: (streamId, viewer) => watched.viewerCounter(streamId)(viewerOf(viewer)),
    close: watched.close,
  }
}
