import type { LivePacket } from '@kinora/media'
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

  it('refuse codecs that cannot be delivered', () => {
    const limits = createIntakeLimits(60_000)
    const config = Uint8Array.of(1)
    expect(limits.check({ kind: 'video', codec: 'hevc', config })).toEqual({
      reason: 'codec-not-supported',
      detail: 'HEVC',
    })
    expect(limits.check({ kind: 'audio', codec: 'aac', config })).toBe(null)
  })
})
