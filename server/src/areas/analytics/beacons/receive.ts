import { createHmac } from 'node:crypto'
import type { Beacon, ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import type { ReceivedEvent } from '../views/deltas.ts'
import { deviceReader } from './device.ts'
import type { SegmentWriter } from './segments.ts'

/** How long players may keep events, such as while they are offline. Older ones count as that old: the warehouse refuses
 * rows of many months at once. */
const MOST_HELD_MS = 31 * 86_400_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

export interface Receiver {
  /** Keeps the events whose playback ID exists. Resolves when they are stored. @throws problem beacons-full */
  receive(beacon: Beacon, userAgent: string): Promise<void>
}

interface ReceiverOptions {
  readonly find: (playbackId: string) => Promise<Playback | null>
  readonly segments: Pick<SegmentWriter, 'add'>
  readonly nowMs: () => number
  /** Of the installation: IDs of viewers are stored under it only. */
  readonly secret: string
}

export function createReceiver({ find, segments, nowMs, secret }: ReceiverOptions): Receiver {
  const readDevice = deviceReader()

  async function received(
    event: ViewEvent,
    userAgent: string,
    behindMs: number,
    receivedMs: number,
  ): Promise<ReceivedEvent | null> {
    const playback = await find(event.playbackId)
    if (playback === null) return null
    const { environmentId, subject } = playback
    const { at, playbackId, sessionId, viewerId, programme, partner, playerVersion, pageHost, ...figures } =
      event
    return {
      ...figures,
      environmentId,
      receivedMs,
      // Players' clocks are wrong, also by years. What they say about differences is right.
      atMs: Math.max(receivedMs - MOST_HELD_MS, Math.min(at + behindMs, receivedMs)),
      facts: {
        object_id: subject.id,
        kind: subject.kind,
        custom_playback_id: subject.customPlaybackId ?? NO_ID,
        session_id: hashOf(secret, environmentId, sessionId),
        viewer_id: hashOf(secret, environmentId, viewerId),
        ...{ programme, partner, country: '', region: '', city: '', isp: '' },
        ...{ player_version: playerVersion, page_host: pageHost },
        ...readDevice(userAgent),
      },
    }
  }

  return {
    async receive({ sentAt, events }, userAgent) {
      const receivedMs = nowMs()
      const all = await Promise.all(
        events.map((event) => received(event, userAgent, receivedMs - sentAt, receivedMs)),
      )
      const known = all.filter((event) => event !== null)
      if (known.length > 0) await segments.add(known)
    },
  }
}

/** 64 bits as a decimal number, different in each environment, so that people cannot be followed from one to another. */
function hashOf(secret: string, environmentId: string, id: string): string {
  return createHmac('sha256', secret).update(`${environmentId} ${id}`).digest().readBigUInt64LE().toString()
}
