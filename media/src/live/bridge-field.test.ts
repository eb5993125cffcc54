import { describe, expect, it } from 'vitest'
import { createBridge } from './bridge.ts'
import { LIVE_TICKS, type LivePacket, type LiveTrack } from './source.ts'

const FRAME_S = 1 / 30
const AAC_S = 1024 / 48_000
const tracks: readonly LiveTrack[] = [
  { kind: 'video', codec: 'h264', config: Uint8Array.of(1) },
  { kind: 'audio', codec: 'aac', config: Uint8Array.of(2) },
]

/** The frames of an encoder: the time of each, and when it arrives. Null for a frame that is not sent. */
interface Encoder {
  readonly lastS: number
  readonly video?: (atS: number) => Sent | null
  readonly audio?: (atS: number) => Sent | null
  readonly keyEvery?: number
}

interface Sent {
  readonly stampS: number
  readonly arrivesS: number
}

const inTime = (atS: number): Sent => ({ stampS: atS, arrivesS: atS })

/** A packet that viewers get, with its arrival. */
interface Seen {
  readonly kind: LivePacket['kind']
  readonly isKey: boolean
  readonly atS: number
  readonly arrivedS: number
  /** Time of the frame in the encoder's program. */
  readonly madeS: number
}

function watch({ lastS, video = inTime, audio = inTime, keyEvery = 60 }: Encoder): Seen[] {
  const packets = [
    ...frames('video', lastS, FRAME_S, video, keyEvery),
    ...frames('audio', lastS, AAC_S, audio, 1),
  ].toSorted((a, b) => a.arrivesS - b.arrivesS || a.madeS - b.madeS)
  const seen: Seen[] = []
  let now = { arrivesS: 0, madeS: 0 }
  const made = new Map<Uint8Array, number>()
  const bridge = createBridge({
    now: () => now.arrivesS * LIVE_TICKS,
    output: {
      track: () => undefined,
      packet: ({ kind, dts, isKey, data }) =>
        seen.push({
          kind,
          isKey,
          atS: dts / LIVE_TICKS,
          arrivedS: now.arrivesS,
          madeS: made.get(data) ?? 0,
        }),
    },
    onAir: () => undefined,
    onCue: () => undefined,
  })
  const sink = bridge.attach('encoder')
  bridge.choose('encoder')
  for (const track of tracks) sink.track(track)
  for (const packet of packets) {
    now = packet
    const data = Uint8Array.of(1)
    made.set(data, packet.madeS)
    const dts = Math.round(packet.stampS * LIVE_TICKS)
    sink.packet({ kind: packet.kind, dts, cts: 0, isKey: packet.isKey, data })
  }
  for (const kind of ['video', 'audio'] as const) expect(of(seen, kind)).toSatisfy(isIncreasing)
  return seen
}

function frames(
  kind: LivePacket['kind'],
  lastS: number,
  everyS: number,
  send: (atS: number) => Sent | null,
  keyEvery: number,
) {
  return Array.from({ length: Math.floor(lastS / everyS) }, (_, n) => n).flatMap((n) => {
    const sent = send(n * everyS)
    return sent === null ? [] : [{ ...sent, kind, madeS: n * everyS, isKey: n % keyEvery === 0 }]
  })
}

const of = (seen: readonly Seen[], kind: LivePacket['kind']) => seen.filter((each) => each.kind === kind)

function isIncreasing(seen: readonly Seen[]): boolean {
  return seen.every(({ atS }, n) => n === 0 || atS > (seen[n - 1]?.atS ?? 0))
}

function largestStepS(seen: readonly Seen[]): number {
  return Math.max(...seen.slice(1).map(({ atS }, n) => atS - (seen[n]?.atS ?? 0)))
}

/** How far frames are from the time at which they arrive, after a time. */
function offsetsS(seen: readonly Seen[], afterS: number): { least: number; most: number } {
  const ahead = of(seen, 'video')
    .filter(({ arrivedS }) => arrivedS > afterS)
    .map(({ atS, arrivedS }) => atS - arrivedS)
  return { least: Math.min(...ahead), most: Math.max(...ahead) }
}

/** Largest difference between the audio and the video of the same moment. */
function apartS(seen: readonly Seen[], afterS = 0): number {
  const pictures = of(seen, 'video').filter(({ arrivedS }) => arrivedS > afterS)
  const heard = of(seen, 'audio')
  return Math.max(
    ...pictures.map(({ madeS, atS }) => {
      const match = heard.find((each) => Math.abs(each.madeS - madeS) < AAC_S)
      return match === undefined ? 0 : Math.abs(match.atS - match.madeS - (atS - madeS))
    }),
  )
}

describe('audio', () => {
  it.each([2.5, 3.2, 10, 45])('returns after a hole of %d s, in sync', (holeS) => {
    const audio = (atS: number) => (atS > 5 && atS < 5 + holeS ? null : inTime(atS))
    const heard = of(watch({ lastS: 60, audio }), 'audio')
    const after = heard.filter(({ madeS }) => madeS >= 5 + holeS)
    expect(after.length).toBeGreaterThan(200)
    expect(after[0]?.madeS).toBeLessThan(5 + holeS + 0.1)
    expect(apartS(heard)).toBeLessThan(0.01)
  })

  it.each([-60, -10, 10, 60])('that is stamped %d s from the video is heard when it arrives', (offS) => {
    const audio = (atS: number) => ({ stampS: 100 + atS + offS, arrivesS: atS })
    const video = (atS: number) => ({ stampS: 100 + atS, arrivesS: atS })
    const heard = of(watch({ lastS: 20, audio, video }), 'audio')
    expect(heard.length * AAC_S).toBeGreaterThan(19)
    for (const { atS, arrivedS } of heard) expect(Math.abs(atS - arrivedS)).toBeLessThan(0.2)
  })

  it('stays in sync when the clock of both jumps, whichever comes first', () => {
    for (const jumpS of [-40, -4, 4, 40]) {
      const jump = (atS: number) => (atS < 8 ? 50 + atS : 50 + atS + jumpS)
      const both = (laterS: number) => (atS: number) => ({ stampS: jump(atS), arrivesS: atS + laterS })
      expect(apartS(watch({ lastS: 20, audio: both(0), video: both(0.2) }), 10)).toBeLessThan(0.01)
      expect(apartS(watch({ lastS: 20, audio: both(0.2), video: both(0) }), 10)).toBeLessThan(0.01)
    }
  })
})

describe('the wall clock', () => {
  it.each([0.5, 0.8, 1.5, 2.5, 2.9])('a step of the stamps by %d s leaves no hole', (stepS) => {
    const step = (atS: number) => ({ stampS: atS < 10 ? atS : atS + stepS, arrivesS: atS })
    const seen = watch({ lastS: 30, video: step, audio: step })
    expect(of(seen, 'video')).toHaveLength(900)
    expect(largestStepS(of(seen, 'video'))).toBeLessThan(0.1)
    expect(offsetsS(seen, 0).most).toBeLessThan(0.2)
    expect(apartS(seen)).toBeLessThan(0.05)
  })

  it('a pause of the encoder is no step', () => {
    const pause = (atS: number) => (atS > 10 && atS < 12.5 ? null : inTime(atS))
    const seen = watch({ lastS: 30, video: pause, audio: pause })
    expect(offsetsS(seen, 13).most).toBeLessThan(0.05)
    expect(offsetsS(seen, 13).least).toBeGreaterThan(-0.05)
  })

  it('a delay in the network, after which frames are missing, is no step', () => {
    // The frames of 10 to 11.5 s arrive at 11.5 s, and those up to 13 s are lost.
    const delay = (atS: number) => {
      if (atS >= 11.5 && atS < 13) return null
      return { stampS: atS, arrivesS: atS > 10 && atS < 11.5 ? 13 : atS }
    }
    const seen = watch({ lastS: 40, video: delay, audio: delay })
    expect(offsetsS(seen, 14).least).toBeGreaterThan(-0.1)
    expect(offsetsS(seen, 14).most).toBeLessThan(0.1)
  })

  it.each([
    ['10 s at the start', 0, 10],
    ['3 s at the start', 0, 3],
    ['1.5 s at the start', 0, 1.5],
    ['10 s in the middle', 20, 10],
  ])('holds while a source sends a backlog of %s', (_name, fromS, backlogS) => {
    // The source has recorded without sending, and sends that at once.
    const backlog = (atS: number) => ({
      stampS: atS,
      arrivesS: atS < fromS ? atS : Math.max(fromS + (atS - fromS) / 100, atS - backlogS),
    })
    const seen = watch({ lastS: 60, video: backlog, audio: backlog })
    expect(offsetsS(seen, 0).most).toBeLessThan(1.1)
    expect(offsetsS(seen, fromS + 3).most).toBeLessThan(0.2)
    expect(offsetsS(seen, fromS + 3).least).toBeGreaterThan(-0.5)
    expect(offsetsS(seen, fromS + 12).least).toBeGreaterThan(-0.2)
    expect(largestStepS(of(seen, 'video'))).toBeLessThan(0.5)
    expect(apartS(seen, fromS + 5)).toBeLessThan(0.05)
  })

  it('holds for a source that is ahead by half a second', () => {
    const early = (atS: number) => ({ stampS: atS, arrivesS: atS < 5 ? atS + 0.5 : atS })
    const seen = watch({ lastS: 30, video: early, audio: early })
    expect(offsetsS(seen, 12).most).toBeLessThan(0.2)
    expect(largestStepS(of(seen, 'video'))).toBeLessThan(0.5)
  })

  it('holds for a file that is sent as fast as possible', () => {
    const fast = (atS: number) => ({ stampS: atS, arrivesS: atS / 8 })
    const seen = watch({ lastS: 240, video: fast, audio: fast })
    expect(offsetsS(seen, 0).most).toBeLessThan(1.1)
    expect(largestStepS(of(seen, 'video'))).toBeLessThan(0.5)
  })

  it('loses no frame of a source that sends in bursts', () => {
    const bursts = (atS: number) => ({ stampS: atS, arrivesS: Math.floor(atS / 0.4 + 1) * 0.4 })
    expect(of(watch({ lastS: 60, video: bursts, audio: bursts }), 'video')).toHaveLength(1800)
  })
})
