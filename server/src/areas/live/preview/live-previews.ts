import type { LivestreamStatus, StreamHealth } from '@kinora/contract'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import { openPreviews, type Previews } from '../../../platform/nodes/previews.ts'
import type { Platform } from '../../../platform/platform.ts'
import { liveStreamChannel } from '../streams/stream-changes.ts'
import { loadWatchedStreams } from './watched-streams.ts'

/** State of a running stream, as its node sends it. */
export interface SentState {
  /** Kind of source that viewers see. Null before the first frame. */
  readonly source: 'publisher' | 'slate' | null
  /** Null without a signal. */
  readonly health: StreamHealth | null
}

/** State of a stream whose preview is watched. */
export interface WatchedState extends SentState {
  readonly name: string
  readonly started: boolean
  /** `gone`: deleted, or not in this environment. */
  readonly status: LivestreamStatus | 'gone'
}

const away: SentState = { source: null, health: null }

/** Previews of live streams in this process. */
export function openLivePreviews(
  { db, bus, log }: Pick<Platform, 'db' | 'bus' | 'log'>,
  access: NodeAccess,
): Previews<WatchedState> {
  return openPreviews({ bus, log }, access, {
    load: (streams) => loadWatchedStreams(db, streams),
    channel: liveStreamChannel,
    kind: 'preview',
    stateOf: (row, sent: SentState | null): WatchedState => ({
      ...(sent ?? away),
      name: row?.name ?? '',
      started: row?.started ?? false,
      status: row?.status ?? 'gone',
    }),
  })
}
