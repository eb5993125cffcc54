import { describe, expect, it } from 'vitest'
import type { Packet } from '../probe/packets.ts'
import { aSource, aVideo } from '../testing/test-source.ts'
import { countFrames, planCut } from './cut.ts'

const frameS = 0.04
const source = aSource({ video: aVideo({ frameRate: { num: 25, den: 1 }, rFrameRate: { num: 25, den: 1 } }) })

/** Ten seconds at 25 frames a second with a keyframe every two, decoded `delay` frames before they are shown. */
function packets(
  delay: number,
  change: (packet: Packet, n: number) => Packet = (packet) => packet,
): Packet[] {
  return Array.from({ length: 250 }, (_, n) =>
    change({ ptsS: n * frameS, dtsS: (n - delay) * frameS, isKey: n % 50 === 0 }, n),
  )
}

describe('planCut', () => {
  it('takes whole groups as they are and encodes the edges alone', () => {
    const cut = planCut(source, packets(2), { startS: 1, endS: 7 })
    expect(cut).toMatchObject({
      head: { startS: 1, frames: 25 },
      middle: { startS: 2, frames: 100 },
      tail: { startS: 6, frames: 25 },
      delay: 2,
    })
    expect(cut && countFrames(cut)).toBe(150)
  })

  it('encodes nothing between keyframes, or from one to the end', () => {
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

  it('means the frame whose time was rounded', () => {
    const thirds = packets(0).map((packet) => ({ ...packet, ptsS: packet.ptsS + 1 / 3000 }))
    expect(planCut({ ...source, startTimeS: 0 }, thirds, { startS: 1, endS: 7 })?.head?.frames).toBe(25)
  })

  it.each<[string, Packet[]]>([
    ['no whole group lies in between', packets(2).slice(0, 50)],
    ['frames are unevenly long', packets(0, (packet, n) => (n === 90 ? { ...packet, ptsS: 3.62 } : packet))],
    [
      'a group leans on the one before',
      packets(0, (packet, n) => (n === 101 ? { ...packet, ptsS: 3.99 } : packet)),
    ],
    ['the decoder is ahead by more than our encoder', packets(3)],
    [
      'keyframes wait differently long',
      packets(2, (packet, n) => (n === 100 ? { ...packet, dtsS: 3.96 } : packet)),
    ],
    ['packets have no time to be decoded at', packets(0, (packet) => ({ ...packet, dtsS: Number.NaN }))],
    ['there is none', []],
  ])('leaves it where %s', (_reason, given) => {
    expect(planCut(source, given, { startS: 1, endS: 7 })).toBeNull()
  })

  it.each([{ codec: 'hevc' }, { isVfr: true }, { isInterlaced: true }, { rotation: 90 as const }])(
    'leaves what is no plain H.264: %o',
    (change) => {
      const other = { ...source, video: aVideo(change) }
      expect(planCut(other, packets(2), { startS: 1, endS: 7 })).toBeNull()
    },
  )
})
