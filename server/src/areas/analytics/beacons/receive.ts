import type { Beacon, ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import type { ReceivedEvent } from '../deltas/deltas.ts'
import type { TraitsOf } from './environment-traits.ts'
import type { SegmentWriter } from './segments.ts'
import type { FactsOf, Sender } from './view-facts.ts'

/** Maximum age of events, which players keep while offline. Older ones get this age, because the warehouse rejects inserts
 * that span many months. */
const MOST_HELD_MS = 31 * 86_400_000

export interface Receiver {
  /** Stores the events whose playback ID exists, in the environment of the key if there is one. @throws problem beacons-full */
  receive(beacon: Beacon, sender: Sender): Promise<void>
}

interface ReceiverOptions {
  readonly traitsOf: TraitsOf
  readonly find: (playbackId: string) => Promise<Playback | null>
  readonly segments: Pick<SegmentWriter, 'add'>
  readonly factsOf: FactsOf
  readonly nowMs: () => number
}

export function createReceiver({ find, traitsOf, segments, factsOf, nowMs }: ReceiverOptions): Receiver {
  async function received(
    event: ViewEvent,
    sender: Sender,
    behindMs: number,
    receivedMs: number,
    envKey: string | undefined,
  ): Promise<ReceivedEvent | null> {
    const playback = await find(event.playbackId)
    if (playback === null) return null
    if (envKey !== undefined && (await traitsOf(playback.environmentId))?.envKey !== envKey) return null
    const { at, playbackId, sessionId, viewerId, programme, partner, ...rest } = event
    const { custom, model, playerVersion, pageHost, ...figures } = rest
    return {
      ...figures,
      environmentId: playback.environmentId,
      receivedMs,
      // Clocks of players can be off by years, but differences between their times are correct.
      atMs: Math.max(receivedMs - MOST_HELD_MS, Math.min(at + behindMs, receivedMs)),
      facts: await factsOf(playback, event, sender),
    }
  }

  return {
    async receive({ envKey, sentAt, events }, sender) {
      const receivedMs = nowMs()
      const all = await Promise.all(
        events.map((event) => received(event, sender, receivedMs - sentAt, receivedMs, envKey)),
      )
      const known = all.filter((event) => event !== null)
      if (known.length > 0) await segments.add(known)
    },
  }
}
