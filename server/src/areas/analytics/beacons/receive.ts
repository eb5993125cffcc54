import type { Beacon, ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import type { ReceivedEvent } from '../views/deltas.ts'
import type { SegmentWriter } from './segments.ts'
import type { FactsOf, Sender } from './view-facts.ts'

/** How long players may keep events, such as while they are offline. Older ones count as that old: the warehouse refuses
 * rows of many months at once. */
const MOST_HELD_MS = 31 * 86_400_000

export interface Receiver {
  /** Keeps the events whose playback ID exists. Resolves when they are stored. @throws problem beacons-full */
  receive(beacon: Beacon, sender: Sender): Promise<void>
}

interface ReceiverOptions {
  readonly find: (playbackId: string) => Promise<Playback | null>
  readonly segments: Pick<SegmentWriter, 'add'>
  readonly factsOf: FactsOf
  readonly nowMs: () => number
}

export function createReceiver({ find, segments, factsOf, nowMs }: ReceiverOptions): Receiver {
  async function received(
    event: ViewEvent,
    sender: Sender,
    behindMs: number,
    receivedMs: number,
  ): Promise<ReceivedEvent | null> {
    const playback = await find(event.playbackId)
    if (playback === null) return null
    const { at, playbackId, sessionId, viewerId, programme, partner, ...rest } = event
    const { custom, model, playerVersion, pageHost, ...figures } = rest
    return {
      ...figures,
      environmentId: playback.environmentId,
      receivedMs,
      // Players' clocks are wrong, also by years. What they say about differences is right.
      atMs: Math.max(receivedMs - MOST_HELD_MS, Math.min(at + behindMs, receivedMs)),
      facts: await factsOf(playback, event, sender),
    }
  }

  return {
    async receive({ sentAt, events }, sender) {
      const receivedMs = nowMs()
      const all = await Promise.all(
        events.map((event) => received(event, sender, receivedMs - sentAt, receivedMs)),
      )
      const known = all.filter((event) => event !== null)
      if (known.length > 0) await segments.add(known)
    },
  }
}
