import type { LiveBadCue, LiveCue, LivePacket, LiveSink, LiveTrack } from '@kinora/media'
import type { OnPublish, Publisher, PublishRefusal } from './publisher.ts'

/** Media of one accepted publisher, in order. */
export interface Recording {
  readonly publisher: Publisher
  readonly items: (LiveTrack | LivePacket)[]
  readonly tracks: LiveTrack[]
  readonly video: LivePacket[]
  readonly audio: LivePacket[]
  readonly cues: (LiveCue | LiveBadCue)[]
  readonly ended: Promise<void>
  isEnded(): boolean
  /** Resolves when `count` packets of any kind have arrived. */
  packets(count: number): Promise<void>
}

export interface TestIngest {
  readonly onPublish: OnPublish
  readonly recordings: Recording[]
  readonly refused: Publisher[]
  /** Resolves with the next accepted publisher that was not returned yet. */
  next(): Promise<Recording>
}

/** Accepts publishers with these stream keys and refuses others with `reason`. */
export function testIngest(
  streamKeys: readonly string[],
  reason: PublishRefusal = 'unknown-key',
): TestIngest {
  const recordings: Recording[] = []
  const refused: Publisher[] = []
  const arrivals: Recording[] = []
  const waiters: ((recording: Recording) => void)[] = []
  return {
    recordings,
    refused,
    async onPublish(publisher) {
      if (!streamKeys.includes(publisher.request.streamKey)) {
        refused.push(publisher)
        return { isAccepted: false, reason }
      }
      const { recording, sink } = record(publisher)
      recordings.push(recording)
      const waiter = waiters.shift()
      if (waiter) waiter(recording)
      else arrivals.push(recording)
      return { isAccepted: true, sink }
    },
    next() {
      const arrival = arrivals.shift()
      return arrival ? Promise.resolve(arrival) : new Promise((resolve) => waiters.push(resolve))
    },
  }
}

function record(publisher: Publisher): { recording: Recording; sink: LiveSink } {
  const waiters: { count: number; resolve: () => void }[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isEnded = false
  let count = 0
  const recording: Recording = {
    publisher,
    items: [],
    tracks: [],
    video: [],
    audio: [],
    ended,
    cues: [],
    isEnded: () => isEnded,
    packets: (wanted) =>
      count >= wanted
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push({ count: wanted, resolve })),
  }
  const sink: LiveSink = {
    track(track) {
      recording.items.push(track)
      recording.tracks.push(track)
    },
    packet(packet) {
      recording.items.push(packet)
      recording[packet.kind].push(packet)
      count += 1
      for (const waiter of waiters) if (waiter.count <= count) waiter.resolve()
    },
    cue: (cue) => recording.cues.push(cue),
    end() {
      isEnded = true
      end()
    },
  }
  return { recording, sink }
}

/** Whether decode times increase strictly. */
export function isIncreasing(packets: readonly LivePacket[]): boolean {
  return packets.every((packet, n) => n === 0 || packet.dts > (packets[n - 1]?.dts ?? 0))
}
