import { createHmac } from 'node:crypto'
import type { Beacon, ViewEvent } from '@kinora/contract'
import type { Playback } from '../../delivery/index.ts'
import type { Places } from '../geo/places.ts'
import { customColumns, NO_ID, type ReceivedEvent, type ViewFacts } from '../views/deltas.ts'
import { deviceReader } from './device.ts'
import type { SegmentWriter } from './segments.ts'

/** How long players may keep events, such as while they are offline. Older ones count as that old: the warehouse refuses
 * rows of many months at once. */
const MOST_HELD_MS = 31 * 86_400_000

/** What a request says about who sent it. */
export interface Sender {
  readonly userAgent: string
  /** Says where the viewer is. It is not stored. */
  readonly address: string
  /** The browser asks not to be tracked. */
  readonly isPrivate: boolean
}

export interface Receiver {
  /** Keeps the events whose playback ID exists. Resolves when they are stored. @throws problem beacons-full */
  receive(beacon: Beacon, sender: Sender): Promise<void>
}

interface ReceiverOptions {
  readonly find: (playbackId: string) => Promise<Playback | null>
  readonly segments: Pick<SegmentWriter, 'add'>
  readonly places: Pick<Places, 'placeOf'>
  /** Whether the environment keeps neither cities nor IDs of viewers. */
  readonly isPrivate: (environmentId: string) => Promise<boolean>
  readonly nowMs: () => number
  /** Of the installation: IDs of viewers are stored under it only. */
  readonly secret: string
}

export function createReceiver({
  find,
  segments,
  places,
  isPrivate,
  nowMs,
  secret,
}: ReceiverOptions): Receiver {
  const readDevice = deviceReader()

  async function received(
    event: ViewEvent,
    sender: Sender,
    behindMs: number,
    receivedMs: number,
  ): Promise<ReceivedEvent | null> {
    const playback = await find(event.playbackId)
    if (playback === null) return null
    const { environmentId, subject } = playback
    const { at, playbackId, sessionId, viewerId, programme, partner, ...rest } = event
    const { custom, model, playerVersion, pageHost, ...figures } = rest
    const isAnonymous = sender.isPrivate || (await isPrivate(environmentId))
    const place = places.placeOf(sender.address)
    // So each view is of another viewer.
    const idOf = (id: string) => hashOf(secret, environmentId, isAnonymous ? event.viewId : id)
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
        session_id: idOf(sessionId),
        viewer_id: idOf(viewerId),
        ...{ programme, partner },
        ...place,
        ...(isAnonymous && { city: '' }),
        ...customOf(custom),
        ...{ player_version: playerVersion, page_host: pageHost },
        ...readDevice(sender.userAgent, model),
      },
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

function customOf(values: readonly string[]): Pick<ViewFacts, (typeof customColumns)[number]> {
  const entries = customColumns.map((column, n) => [column, values[n] ?? ''])
  return Object.fromEntries(entries)
}

/** 64 bits as a decimal number, different in each environment, so that people cannot be followed from one to another. */
function hashOf(secret: string, environmentId: string, id: string): string {
  return createHmac('sha256', secret).update(`${environmentId} ${id}`).digest().readBigUInt64LE().toString()
}
