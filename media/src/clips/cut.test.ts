import { describe, expect, it } from 'vitest'
import type { Packet } from '../probe/packets.ts'
import { aSource, aVideo } from '../testing/test-source.ts'
import { countFrames, planCut } from './cut.ts'

const frameS = 0.04
const source = aSource({ video: aVideo({ frameRate: { num: 25, den: 1 }, rFrameRate: { num: 25, den: 1 } }) })

/** Ten seconds at 25 frames per second with a keyframe every two seconds. Decoding starts `delay` frames before
 * presentation. */
function packets(
  delay: number,
  change: (packet: Packet, n: number) => Packet = (packet) => packet,
): Packet[] {
  return Array.from({ length: 250 }, (_, n) =>
    change({ ptsS: n * frameS, dtsS: (n - delay) * frameS, isKey: n % 50 === 0 }, n),
  )
}

describe('planCut', () => {
  it('copies whole groups of pictures and encodes only the edges', () => {
    const cut = planCut(source, packets(2), { startS: 1, endS: 7 })
    expect(cut).toMatchObject({
      head: { startS: 1, frames: 25 },
      middle: { startS: 2, frames: 100 },
      tail: { startS: 6, frames: 25 },
      delay: 2,
    })
    expect(cut && countFrames(cut)).toBe(150)
  })

  it('encodes nothing if the span starts at a keyframe or ends at one or at the end', () => {
    expect(planCut(source, packets(1), { startS: 2, endS: 6 })).toMatchObject({
      head: null,
      tail: null,
      delay: 1,
    })
    expect(planCut(source, packets(0), { startS: 4, endS: 10 })).toMatchObject({
      head: null,
      middle: { frames: 150 },
      tail: null,
      delay: 0,
    })
  })

  it('includes the frame of a rounded time', () => {
    const thirds = packets(0).map((packet) => ({ ...packet, ptsS: packet.ptsS + 1 / 3000 }))
    expect(planCut({ ...source, startTimeS: 0 }, thirds, { startS: 1, endS: 7 })?.head?.frames).toBe(25)
  })

  it.each<[string, Packet[]]>([
    ['no whole group is in the span', packets(2).slice(0, 50)],
    ['frame durations vary', packets(0, (packet, n) => (n === 90 ? { ...packet, ptsS: 3.62 } : packet))],
    [
      'a group references the previous one',
      packets(0, (packet, n) => (n === 101 ? { ...packet, ptsS: 3.99 } : packet)),
    ],
    ['the decoding delay is longer than our encoder allows', packets(3)],
    [
      'decoding delays of keyframes vary',
      packets(2, (packet, n) => (n === 100 ? { ...packet, dtsS: 3.96 } : packet)),
    ],
    ['packets have no decode time', packets(0, (packet) => ({ ...packet, dtsS: Number.NaN }))],
    ['there are no packets', []],
  ])('encodes everything if %s', (_reason, given) => {
    expect(planCut(source, given, { startS: 1, endS: 7 })).toBeNull()
  })

  it.each([{ codec: 'hevc' }, { isVfr: true }, { isInterlaced: true }, { rotation: 90 as const }])(
    'encodes everything that is not plain H.264: %o',
    (change) => {
      const other = { ...source, video: aVideo(change) }
      expect(planCut(other, packets(2), { startS: 1, endS: 7 })).toBeNull()
    },
  )
})
