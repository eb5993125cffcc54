import { randomUUID } from 'node:crypto'
import type { ViewEvent } from '@kinora/contract'

/** The first event of a new view, as a player sends it. */
export function viewEventOf(playbackId: string, change: Partial<ViewEvent> = {}): ViewEvent {
  return {
    ...{ type: 'start', viewId: randomUUID(), seq: 0, at: Date.now(), elapsedMs: 0, playbackId },
    ...{ sessionId: randomUUID(), viewerId: randomUUID(), programme: '', partner: '' },
    ...{ playerVersion: '1', pageHost: 'example.com', startupMs: null, watchMs: 0, playedMs: 0 },
    ...{ rebufferMs: 0, rebuffers: 0, seekMs: 0, seeks: 0, kbit: 0, positionS: 0 },
    ...{ value: null, errorCode: null },
    ...change,
  }
}
