import { LIVE_TICKS, type LivePacket, type LiveSink, type SourceItem, sendItem } from '@kinora/media'

/** Passes on packets in real time, although they arrive in bursts. Cues are passed on at once, so that ads can be
 * prepared. */
export interface Pacer {
  readonly sink: LiveSink
  /** Resolves when the queue accepts more packets. */
  room(): Promise<void>
  /** Resolves when the queue is empty. */
  drain(): Promise<void>
  stop(): void
}

const TICK_MS = 20
const MAX_QUEUED_MS = 10_000
const MAX_QUEUED_BYTES = 64 * 1024 ** 2
/** A packet that is later shifts the clock, so that the next packets are on time. */
const MAX_LATE_MS = 300
/** A larger step is a change of the clock. */
const MAX_STEP_MS = 3000

interface Queued {
  readonly item: SourceItem
  readonly dueMs: number
}

/** @param signal stops the pacer */
export function createPacer(
  target: LiveSink,
  signal: AbortSignal,
  nowMs: () => number = () => performance.now(),
): Pacer {
  let queue: Queued[] = []
  let queuedBytes = 0
  /** Offset in ms from the time of a packet to the time when it is due. */
  let shiftMs: number | null = null
  /** Video and audio can come from different files, seconds apart. */
  const lastDueMs = { video: 0, audio: 0 }
  /** Time when the first packet on the current clock is due. */
  let clockDueMs = 0
  let waiting: (() => void)[] = []

  function dueOf({ kind, dts }: LivePacket): number {
    const timeMs = (dts / LIVE_TICKS) * 1000
    const now = nowMs()
    if (shiftMs === null) shiftMs = now - timeMs
    const last = lastDueMs[kind]
    if (last > 0 && Math.abs(timeMs + shiftMs - last) > MAX_STEP_MS) {
      shiftMs = Math.max(now, last) - timeMs
      clockDueMs = Math.max(now, last)
    }
    if (timeMs + shiftMs < now - MAX_LATE_MS) shiftMs = now - timeMs
    lastDueMs[kind] = timeMs + shiftMs
    return lastDueMs[kind]
  }

  /** Inserts an item after all items that are due earlier or at the same time. */
  function add(item: Queued): void {
    const at = queue.findLastIndex(({ dueMs }) => dueMs <= item.dueMs)
    queue.splice(at + 1, 0, item)
  }

  function release(): void {
    const now = nowMs()
    const first = queue.findIndex(({ dueMs }) => dueMs > now)
    const due = queue.splice(0, first === -1 ? queue.length : first)
    for (const { item } of due) {
      if ('data' in item) queuedBytes -= item.data.length
      sendItem(target, item)
    }
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }

  const timer = setInterval(release, TICK_MS)
  function stop(): void {
    clearInterval(timer)
    signal.removeEventListener('abort', stop)
    queue = []
    release()
  }
  signal.addEventListener('abort', stop, { once: true })

  const changed = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
    })

  return {
    sink: {
      track(track) {
        add({ item: track, dueMs: lastDueMs[track.kind] })
      },
      packet(packet) {
        add({ item: packet, dueMs: dueOf(packet) })
        queuedBytes += packet.data.length
      },
      cue(cue) {
        // The target does not know the clock of this cue before the next packet.
        if (clockDueMs > nowMs()) add({ item: cue, dueMs: clockDueMs })
        else target.cue(cue)
      },
      noPicture: (reason) => target.noPicture?.(reason),
      end: () => undefined,
    },
    async room() {
      const isFull = () =>
        Math.max(lastDueMs.video, lastDueMs.audio) - nowMs() > MAX_QUEUED_MS || queuedBytes > MAX_QUEUED_BYTES
      while (queue.length > 0 && isFull()) await changed()
    },
    async drain() {
      while (queue.length > 0) await changed()
    },
    stop,
  }
}
