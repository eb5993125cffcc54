import type { BadSourceCue, LivePacket, LiveTrack, SourceCue, SourceFault } from '@kinora/media'
import type { OnPublish, Publisher, PublisherSink, PublishRefusal } from './publisher.ts'

/** Media of one accepted publisher, in order. */
export interface ReceivedStream {
  readonly publisher: Publisher
  readonly items: (LiveTrack | LivePacket)[]
  readonly tracks: LiveTrack[]
  readonly video: LivePacket[]
  readonly audio: LivePacket[]
  readonly cues: (SourceCue | BadSourceCue)[]
  readonly faults: SourceFault[]
  readonly ended: Promise<void>
  isEnded(): boolean
  /** Resolves when `count` packets of any kind have arrived. */
  packets(count: number): Promise<void>
}

export interface TestIngest {
  readonly onPublish: OnPublish
  readonly receivedStreams: ReceivedStream[]
  readonly refused: Publisher[]
  /** Resolves with the next accepted publisher that was not returned yet. */
  next(): Promise<ReceivedStream>
}

/** Accepts publishers with these stream keys and refuses others with `reason`. */
export function testIngest(
  streamKeys: readonly string[],
  reason: PublishRefusal = 'unknown-key',
): TestIngest {
  const receivedStreams: ReceivedStream[] = []
  const refused: Publisher[] = []
  const arrivals: ReceivedStream[] = []
  const waiters: ((received: ReceivedStream) => void)[] = []
  return {
    receivedStreams,
    refused,
    async onPublish(publisher) {
      if (!streamKeys.includes(publisher.request.streamKey)) {
        refused.push(publisher)
        return { isAccepted: false, reason }
      }
      const { received, sink } = record(publisher)
      receivedStreams.push(received)
      const waiter = waiters.shift()
      if (waiter) waiter(received)
      else arrivals.push(received)
      return { isAccepted: true, sink }
    },
    next() {
      const arrival = arrivals.shift()
      return arrival ? Promise.resolve(arrival) : new Promise((resolve) => waiters.push(resolve))
    },
  }
}

function record(publisher: Publisher): { received: ReceivedStream; sink: PublisherSink } {
  const waiters: { count: number; resolve: () => void }[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isEnded = false
  let count = 0
  const received: ReceivedStream = {
    publisher,
    items: [],
    tracks: [],
    video: [],
    audio: [],
    ended,
    cues: [],
    faults: [],
    isEnded: () => isEnded,
    packets: (wanted) =>
      count >= wanted
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push({ count: wanted, resolve })),
  }
  const sink: PublisherSink = {
    track(track) {
      received.items.push(track)
      received.tracks.push(track)
    },
    packet(packet) {
      received.items.push(packet)
      received[packet.kind].push(packet)
      count += 1
      for (const waiter of waiters) if (waiter.count <= count) waiter.resolve()
    },
    cue: (cue) => received.cues.push(cue),
    refuse(fault) {
      received.faults.push(fault)
      publisher.close(fault.reason)
      sink.end()
    },
    end() {
      isEnded = true
      end()
    },
  }
  return { received, sink }
}

/** Whether decode times increase strictly. */
export function isIncreasing(packets: readonly LivePacket[]): boolean {
  return packets.every((packet, n) => n === 0 || packet.dts > (packets[n - 1]?.dts ?? 0))
}
