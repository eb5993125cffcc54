import { describe, expect, it } from 'vitest'
import { createBridge } from './bridge.ts'
import type { LivePacket, LiveTrack, SourceCue } from './source.ts'

const FRAME = 3000
const video = (config: number): LiveTrack => ({ kind: 'video', codec: 'h264', config: Uint8Array.of(config) })
const audio: LiveTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(9) }

function packet(kind: 'video' | 'audio', dts: number, more: Partial<LivePacket> = {}): LivePacket {
  return {
    kind,
    dts,
    cts: 0,
    isKey: kind === 'audio' || dts % (30 * FRAME) === 0,
    data: Uint8Array.of(1),
    ...more,
  }
}

function cue(eventId: string, ptsTicks: number | null): SourceCue {
  return { kind: 'cue', what: 'out', eventId, ptsTicks, durationS: null, raw: null, origin: 'scte35' }
}

function bridging() {
  let now = 0
  const sent: LivePacket[] = []
  const tracks: LiveTrack[] = []
  const aired: string[] = []
  const cues: [string | null, number][] = []
  const bridge = createBridge({
    now: () => now,
    output: { track: (track) => tracks.push(track), packet: (each) => sent.push(each) },
    onAir: (source) => aired.push(source),
    onCue: ({ eventId }, at) => cues.push([eventId, at]),
  })
  const times = (kind: 'video' | 'audio') => sent.filter((each) => each.kind === kind).map(({ dts }) => dts)
  return { bridge, sent, tracks, aired, cues, times, at: (ticks: number) => (now = ticks) }
}

/** Sends 30 frames per second, with audio at the same times, while the clock advances. */
function play(
  { at }: Pick<ReturnType<typeof bridging>, 'at'>,
  sink: ReturnType<ReturnType<typeof bridging>['bridge']['attach']>,
  { from, count, clock }: { from: number; count: number; clock: number },
): void {
  for (let n = 0; n < count; n++) {
    at(clock + n * FRAME)
    sink.packet(packet('video', from + n * FRAME, { isKey: n % 30 === 0 }))
    sink.packet(packet('audio', from + n * FRAME))
  }
}

const isContinuous = (times: readonly number[]) =>
  times.every((time, n) => n === 0 || time - (times[n - 1] ?? 0) === FRAME)

describe('a source whose clock is off', () => {
  const hours = 3
  const aac = (1024 * 90_000) / 48_000

  /** Sends hours of frames. Each arrives up to 80 ms late, a few 1 s late. */
  function drift(rate: number) {
    let now = 0
    const ahead: number[] = []
    const last = { video: 0, audio: 0 }
    let isIncreasing = true
    const bridge = createBridge({
      now: () => now,
      output: {
        track: () => undefined,
        packet({ kind, dts }) {
          isIncreasing &&= Number.isInteger(dts) && (dts > last[kind] || last[kind] === 0)
          last[kind] = dts
          if (kind === 'video') ahead.push(dts - now)
        },
      },
      onAir: () => undefined,
      onCue: () => undefined,
    })
    const sink = bridge.attach('a')
    bridge.choose('a')
    for (const track of [video(1), audio]) sink.track(track)
    const data = Uint8Array.of(1)
    let heard = 0
    let arrived = 0
    for (let n = 0; n < hours * 3600 * 15; n++) {
      const at = n * 6000
      const late = n % 997 === 500 ? 90_000 : ((n * 7919) % 80) * 90
      arrived = Math.max(arrived, at / rate + late)
      now = arrived
      sink.packet({ kind: 'video', dts: 12_345 + at, cts: 0, isKey: n % 30 === 0, data })
      for (; heard * aac <= at; heard++)
        sink.packet({ kind: 'audio', dts: 12_345 + heard * aac, cts: 0, isKey: true, data })
    }
    return { ahead, last, now, isIncreasing }
  }

  it.each([1.01, 0.99, 1.0001, 1])('at %f of the true rate stays near the wall clock', (rate) => {
    const { ahead, last, now, isIncreasing } = drift(rate)
    expect(isIncreasing).toBe(true)
    const [least, most] = [ahead.reduce((a, b) => Math.min(a, b)), ahead.reduce((a, b) => Math.max(a, b))]
    // Only the frames that arrive 1 s late are behind.
    expect(least / 90_000).toBeGreaterThan(-1.5)
    expect(most / 90_000).toBeLessThan(0.5)
    expect(Math.abs(last.video - now) / 90_000).toBeLessThan(0.5)
    expect(Math.abs(last.audio - last.video) / 90_000).toBeLessThan(0.1)
  })
})

describe('a bridge', () => {
  it('moves a source to the time of the session, from its first keyframe on', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    for (const track of [video(1), audio]) sink.track(track)
    sink.packet(packet('video', 500 * FRAME + 1, { isKey: false }))
    sink.packet(packet('audio', 500 * FRAME + 2))
    play(own, sink, { from: 900_000_000, count: 60, clock: 5000 })
    expect(own.times('video')[0]).toBe(5000)
    expect(isContinuous(own.times('video'))).toBe(true)
    expect(own.times('audio')).toEqual(own.times('video'))
    expect(own.tracks).toEqual([video(1), audio])
  })

  it('continues when the source restarts at 0', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    for (const track of [video(1), audio]) sink.track(track)
    play(own, sink, { from: 900_000, count: 60, clock: 0 })
    play(own, sink, { from: 0, count: 60, clock: 60 * FRAME })
    expect(own.times('video')).toHaveLength(120)
    expect(isContinuous(own.times('video'))).toBe(true)
    expect(isContinuous(own.times('audio'))).toBe(true)
  })

  it('removes a jump of the source', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    for (const track of [video(1), audio]) sink.track(track)
    play(own, sink, { from: 0, count: 30, clock: 0 })
    play(own, sink, { from: 100 * 90_000, count: 30, clock: 30 * FRAME })
    expect(isContinuous(own.times('video'))).toBe(true)
    expect(own.aired).toEqual(['a'])
  })

  it('switches to another source at its next keyframe, with its configuration', () => {
    const own = bridging()
    const [a, slate] = [own.bridge.attach('a'), own.bridge.attach('slate')]
    own.bridge.choose('a')
    a.track(video(1))
    slate.track(video(2))
    play(own, a, { from: 7, count: 30, clock: 0 })
    own.bridge.choose('slate')
    slate.packet(packet('video', 33, { isKey: false }))
    expect(own.aired).toEqual(['a'])
    play(own, slate, { from: 0, count: 30, clock: 48 * FRAME })
    expect(own.aired).toEqual(['a', 'slate'])
    expect(own.tracks).toEqual([video(1), video(2)])
    // No gap, although no frame came for more than half a second.
    expect(isContinuous(own.times('video'))).toBe(true)
    expect(own.bridge.lag()).toBe(18 * FRAME)
    own.bridge.choose('a')
    play(own, a, { from: 0, count: 30, clock: 78 * FRAME })
    expect(own.tracks).toEqual([video(1), video(2), video(1)])
    expect(own.times('video')).toEqual(own.times('video').toSorted((one, other) => one - other))
  })

  it('follows the wall clock after a longer gap', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    sink.track(video(1))
    play(own, sink, { from: 0, count: 30, clock: 0 })
    play(own, sink, { from: 0, count: 30, clock: 90 * FRAME })
    expect(own.times('video')[30]).toBe(90 * FRAME)
  })

  it('continues after the last frame if the next source makes up for the lag', () => {
    const own = bridging()
    const [sink, slate] = [own.bridge.attach('a'), own.bridge.attach('slate')]
    own.bridge.choose('a')
    sink.track(video(1))
    slate.track(video(2))
    play(own, sink, { from: 0, count: 30, clock: 0 })
    own.at(120 * FRAME)
    own.bridge.choose('slate', 'last-frame')
    slate.packet(packet('video', 0))
    expect(isContinuous(own.times('video'))).toBe(true)
    expect(own.bridge.lag()).toBe(90 * FRAME)
  })

  it('shows the first frame at its decode time, also with reordered frames', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    sink.track(video(1))
    own.at(1000)
    sink.packet(packet('video', 0, { cts: 2 * FRAME }))
    sink.packet(packet('video', FRAME, { cts: 5 * FRAME, isKey: false }))
    sink.packet(packet('video', 2 * FRAME, { cts: 0, isKey: false }))
    expect(own.sent.map(({ dts, cts }) => [dts - 1000, cts])).toEqual([
      [0, 0],
      [FRAME, 3 * FRAME],
      [2 * FRAME, -2 * FRAME],
    ])
  })

  it('switches at once to the last keyframe of a source, and plays the frames since then faster', () => {
    const own = bridging()
    const [a, b] = [own.bridge.attach('a'), own.bridge.attach('b')]
    own.bridge.choose('a')
    a.track(video(1))
    b.track(video(2))
    b.track(audio)
    play(own, a, { from: 0, count: 30, clock: 0 })
    play(own, b, { from: 900_000, count: 48, clock: 0 })
    own.bridge.choose('b', 'last-key')
    expect([own.bridge.onAir(), own.tracks.at(-2), own.tracks.at(-1)]).toEqual(['b', video(2), audio])
    const times = own.times('video')
    // The 18 frames since the keyframe replace the 17 missing ones.
    expect(times.slice(0, 31)).toEqual(Array.from({ length: 31 }, (_, n) => n * FRAME))
    expect(times).toHaveLength(48)
    expect(times.at(-1)).toBe(47 * FRAME)
    expect(times.every(Number.isInteger)).toBe(true)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    play(own, b, { from: 900_000 + 48 * FRAME, count: 30, clock: 48 * FRAME })
    expect(isContinuous(own.times('video').slice(47))).toBe(true)
    expect(own.times('audio')[30]).toBe(48 * FRAME)
    expect(own.bridge.lag()).toBe(0)
  })

  it('waits for the next keyframe if the last one is too far back', () => {
    const own = bridging()
    const [a, b] = [own.bridge.attach('a'), own.bridge.attach('b')]
    own.bridge.choose('a')
    a.track(video(1))
    b.track(video(2))
    play(own, a, { from: 0, count: 30, clock: 0 })
    for (let n = 0; n < 200; n++) b.packet(packet('video', n * FRAME, { isKey: n === 0 }))
    own.bridge.choose('b', 'last-key')
    expect(own.bridge.onAir()).toBe('a')
    b.packet(packet('video', 200 * FRAME, { isKey: true }))
    expect(own.bridge.onAir()).toBe('b')
  })

  it('moves cues to the time of the session', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    own.bridge.choose('a')
    sink.track(video(1))
    // The encoder sent these before the keyframe at which it goes on the air.
    sink.cue(cue('early', 900_000 + 30 * FRAME))
    sink.cue(cue('over', 900_000 - 10 * 90_000))
    sink.cue(cue('at once, and not on the air', null))
    play(own, sink, { from: 900_000, count: 30, clock: 5000 })
    sink.cue(cue('soon', 900_000 + 45 * FRAME))
    sink.cue(cue('at once', null))
    sink.cue({ kind: 'bad-cue', origin: 'scte35', reason: 'checksum' })
    // The source jumps to another clock.
    play(own, sink, { from: 90_000, count: 30, clock: 5000 + 30 * FRAME })
    sink.cue(cue('after', 90_000 + 60 * FRAME))
    expect(own.cues).toEqual([
      ['early', 5000 + 30 * FRAME],
      ['soon', 5000 + 45 * FRAME],
      ['at once', 5000 + 29 * FRAME],
      ['after', 5000 + 90 * FRAME],
    ])
  })

  it('keeps the cues of a backup until it is shown', () => {
    const own = bridging()
    const [a, b] = [own.bridge.attach('a'), own.bridge.attach('b')]
    own.bridge.choose('a')
    a.track(video(1))
    b.track(video(2))
    play(own, a, { from: 0, count: 30, clock: 0 })
    play(own, b, { from: 900_000, count: 48, clock: 0 })
    b.cue(cue('out', 900_000 + 90 * FRAME))
    expect(own.cues).toEqual([])
    own.bridge.choose('b', 'last-key')
    expect(own.cues).toEqual([['out', 90 * FRAME]])
  })

  it('knows whether a source is sending', () => {
    const own = bridging()
    const sink = own.bridge.attach('a')
    expect(own.bridge.isSending('a')).toBe(false)
    sink.track(video(1))
    play(own, sink, { from: 0, count: 30, clock: 0 })
    own.at(29 * FRAME + 53_000)
    // Audio alone does not count.
    sink.packet(packet('audio', 0))
    expect(own.bridge.isSending('a')).toBe(true)
    own.at(29 * FRAME + 55_000)
    expect(own.bridge.isSending('a')).toBe(false)
    sink.packet(packet('video', 60 * FRAME))
    expect(own.bridge.isSending('a')).toBe(true)
    sink.end()
    expect(own.bridge.isSending('a')).toBe(false)
  })
})
