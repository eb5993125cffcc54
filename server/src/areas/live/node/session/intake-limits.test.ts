import type { LivePacket, LiveVideoTrack } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { createIntakeLimits } from './intake-limits.ts'

const frame = (bytes: number): LivePacket => ({
  kind: 'video',
  dts: 0,
  cts: 0,
  isKey: true,
  data: new Uint8Array(bytes),
})

describe('intake limits', () => {
  it('allow 60 Mbit/s over 5 s, with peaks above it', () => {
    let now = 0
    const limits = createIntakeLimits(60_000, () => now)
    // 20 s of 51 Mbit/s with large keyframes.
    for (let n = 0; n < 600; n++) {
      now = n * 33.3
      expect(limits.check(frame(n % 60 === 0 ? 2_000_000 : 183_000))).toBe(null)
    }
    const faults = []
    for (let n = 600; n < 900; n++) {
      now = n * 33.3
      faults.push(limits.check(frame(300_000)))
    }
    expect(faults.at(-1)).toEqual({ reason: 'bitrate-too-high', detail: '60 Mb/s' })
  })

  it('refuse more than the bytes of 5 s, at any speed', () => {
    const limits = createIntakeLimits(60_000, () => 0)
    let sent = 0
    while (limits.check(frame(1_000_000)) === null) sent += 1
    expect(sent).toBe(37)
  })

  const h264: LiveVideoTrack = { kind: 'video', codec: 'h264', config: Uint8Array.of(1) }
  /** A sequence header with 200x100 pixels. */
  const config = Uint8Array.of(0x81, 0, 0x0c, 0, 0x0a, 5, 0x18, 0x1d, 0xf1, 0xd8, 0xc0)
  const av1: LiveVideoTrack = { kind: 'video', codec: 'av1', config }

  it('refuse HEVC and AV1 whose configuration shows no size', () => {
    const limits = createIntakeLimits(60_000)
    const empty = { kind: 'video', config: new Uint8Array(23) } as const
    for (const [codec, name] of [
      ['hevc', 'HEVC'],
      ['av1', 'AV1'],
    ] as const)
      expect(limits.check({ ...empty, codec })).toEqual({
        reason: 'codec-not-supported',
        detail: `${name} without a sequence header`,
      })
    expect(limits.check({ kind: 'audio', codec: 'opus', config: empty.config })).toBe(null)
    expect(limits.check(av1)).toBe(null)
  })

  it('refuse video that keeps changing its codec', () => {
    let now = 0
    const limits = createIntakeLimits(60_000, () => now)
    for (let n = 0; n < 40; n++) {
      now = n * 7000
      expect(limits.check(n % 2 === 0 ? h264 : av1)).toBe(null)
    }
    const faults = Array.from({ length: 12 }, (_, n) => limits.check(n % 2 === 0 ? h264 : av1))
    expect(faults.at(-1)).toEqual({
      reason: 'codec-not-supported',
      detail: 'AV1 after too many changes of the codec',
    })
  })
})
