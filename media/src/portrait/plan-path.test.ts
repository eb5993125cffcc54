import { describe, expect, it } from 'vitest'
import { middleAt, type ShotPath } from './path.ts'
import { planPath } from './plan-path.ts'
import { SEEN_RATE, type Seen, type SeenFrame } from './seen.ts'
import { smoothPath } from './smooth.ts'
import { cutsText } from './text-strip.ts'
import { windowOf } from './window.ts'

const FRAME_RATE = 25
const wide = { width: 1280, height: 720 }
const upright = windowOf(wide, '9:16')

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
function randomly(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function normally(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const face = (x: number, y = 0.4, size = 0.1): Seen => ({
  x: x - size / 2,
  y: y - size / 2,
  width: size,
  height: size,
  score: 0.9,
})

function framesOf(durationS: number, facesAt: (timeS: number, n: number) => Seen[]): SeenFrame[] {
  return Array.from({ length: Math.floor(durationS * SEEN_RATE) }, (_, n) => {
    const timeS = n / SEEN_RATE
    return { timeS, faces: facesAt(timeS, n), bodies: [] }
  })
}

function planned(durationS: number, facesAt: (timeS: number, n: number) => Seen[], cutsS: number[] = []) {
  const starts = [0, ...cutsS]
  const shots = starts.map((startS, n) => ({ startS, endS: starts[n + 1] ?? durationS }))
  return planPath(framesOf(durationS, facesAt), shots, upright, true)
}

/** The middle of the window in every frame of the video. */
function everyFrame(shots: readonly ShotPath[]): number[] {
  const durationS = shots.at(-1)?.endS ?? 0
  return Array.from({ length: Math.round(durationS * FRAME_RATE) }, (_, n) => {
    const timeS = n / FRAME_RATE
    const shot = shots.findLast(({ startS }) => startS <= timeS)
    return middleAt(shot?.keyframes ?? [], timeS)
  })
}

describe('a smooth path', () => {
  /** A choice of people for a window that is a third of the frame wide: long rests and pans between them. */
  function truth(seed: number): number[] {
    const random = randomly(seed)
    const path: number[] = []
    let [at, to, left] = [1.5, 1.5, 0]
    for (let n = 0; n < 600; n += 1) {
      if (left === 0)
        [to, left] = [
          random() < 0.5 ? 0.5 + 0.95 * random() : 2.5 - 0.95 * random(),
          10 + Math.floor(20 * random()),
        ]
      at += Math.max(-0.1, Math.min(0.1, to - at))
      left -= 1
      path.push(at)
    }
    return path
  }
  const overlap = (one: number, other: number) => {
    const shared = Math.max(0, 1 - Math.abs(one - other))
    return shared / (2 - shared)
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const acceleration = (path: readonly number[]) =>
    mean(path.slice(2).map((value, n) => Math.abs(value - 2 * (path[n + 1] ?? 0) + (path[n] ?? 0))))

  it('is near the choice of people, and as calm as a camera operator', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = randomly(100 + seed)
      const wanted = truth(seed)
      const seen = wanted.map((middle) => {
        if (random() < 0.1) return null
        return random() < 0.05 ? 3 * random() : middle + 0.25 * normally(random)
      })
      const smooth = smoothPath(seen, SEEN_RATE)
      const overlapWith = (path: readonly number[]) =>
        mean(wanted.map((own, n) => overlap(own, path[n] ?? 0)))
      expect(overlapWith(wanted.map(() => 1.5))).toBeLessThan(0.5)
      expect(overlapWith(smooth)).toBeGreaterThan(0.8)
      expect(acceleration(smooth)).toBeLessThan(0.02)
      expect(acceleration(seen.map((value) => value ?? 1.5))).toBeGreaterThan(0.4)
    }
  })

  it('needs something that was seen', () => {
    expect(smoothPath([null, null], SEEN_RATE)).toEqual([])
    expect(smoothPath([null, 2, null], SEEN_RATE)).toEqual([2, 2, 2].map((at) => expect.closeTo(at, 5)))
  })
})

describe('the path of a window', () => {
  it('keeps a face that moves inside', () => {
    const random = randomly(7)
    const faceAt = (timeS: number) => 0.5 + 0.3 * Math.sin(timeS / 2)
    const [shot, ...others] = planned(40, (timeS) => [face(faceAt(timeS) + 0.01 * normally(random))])
    expect(others).toEqual([])
    expect(shot?.mode).toBe('follow')
    const inside = everyFrame(shot ? [shot] : []).map((middle, n) => {
      const distance = Math.abs(faceAt(n / FRAME_RATE) - middle)
      return distance + 0.05 <= upright.share / 2
    })
    expect(inside.filter(Boolean).length / inside.length).toBeGreaterThanOrEqual(0.99)
    expect(shot?.keyframes.length).toBeLessThan(80)
  })

  it('stands still while a face nearly does', () => {
    const random = randomly(9)
    const [shot] = planned(20, (timeS) => [face(0.3 + 0.02 * Math.sin(timeS) + 0.01 * normally(random))])
    expect(shot?.mode).toBe('hold')
    const positions = everyFrame(shot ? [shot] : [])
    expect(new Set(positions).size).toBe(1)
    expect(positions[0]).toBeCloseTo(0.3, 1)
  })

  it('stands still at both ends of a walk', () => {
    const random = randomly(5)
    const walk = (timeS: number) => 0.25 + 0.5 * Math.min(1, Math.max(0, (timeS - 10) / 5))
    const [shot] = planned(25, (timeS) => [face(walk(timeS) + 0.004 * normally(random))])
    const pixels = everyFrame(shot ? [shot] : []).map((middle) => Math.round(middle * wide.width))
    expect(new Set(pixels.slice(0, 8 * FRAME_RATE)).size).toBe(1)
    expect(new Set(pixels.slice(18 * FRAME_RATE)).size).toBe(1)
  })

  it('jumps only at cuts', () => {
    const shots = planned(15, (timeS) => [face(timeS < 5 ? 0.2 : timeS < 10 ? 0.8 : 0.3)], [5, 10])
    expect(shots.map(({ mode }) => mode)).toEqual(['hold', 'hold', 'hold'])
    const positions = everyFrame(shots)
    const jumps = positions.flatMap((at, n) =>
      n > 0 && Math.abs(at - (positions[n - 1] ?? 0)) > 0.02 ? [n] : [],
    )
    expect(jumps).toEqual([5 * FRAME_RATE, 10 * FRAME_RATE])
  })

  it('shows two faces that are far apart in halves, and near ones together', () => {
    const [apart] = planned(6, () => [face(0.2), face(0.8, 0.5)])
    expect(apart).toMatchObject({ mode: 'split', halves: [{ x: 0.2 }, { x: 0.8, y: 0.5 }] })
    const [near] = planned(6, () => [face(0.45), face(0.6)])
    expect(near?.mode).toBe('hold')
    expect(near?.keyframes[0]?.middle).toBeCloseTo(0.525, 2)
  })

  it('shows faces that take turns one after the other', () => {
    const [shot] = planned(20, (timeS) => [face(timeS < 10 ? 0.25 : 0.75)])
    expect(shot?.mode).toBe('follow')
    const positions = everyFrame(shot ? [shot] : [])
    expect(positions[5 * FRAME_RATE]).toBeCloseTo(0.25, 1)
    expect(positions[15 * FRAME_RATE]).toBeCloseTo(0.75, 1)
    const steps = positions.slice(1).map((at, n) => Math.abs(at - (positions[n] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(0.02)
  })

  it('shows the whole frame where nobody is, or somebody is seen only for moments', () => {
    const [nobody] = planned(6, () => [])
    const [moments] = planned(6, (_, n) => (n % 6 < 2 ? [face(0.2)] : []))
    expect([nobody?.mode, moments?.mode]).toEqual(['fit', 'fit'])
  })

  it('knows the lower third of each shot, and whether its window cuts it', () => {
    const line = (x: number, y: number, width: number) => ({
      startS: 0,
      endS: 6,
      box: { x, y, width, height: 0.05 },
    })
    const shotWith = (...texts: ReturnType<typeof line>[]) =>
      planPath(
        framesOf(6, () => [face(0.5)]),
        [{ startS: 0, endS: 6 }],
        upright,
        true,
        texts,
      )[0]
    const [wide, second] = [line(0.1, 0.75, 0.5), line(0.1, 0.82, 0.3)]
    expect(shotWith(wide, second)?.text).toEqual({
      x: expect.closeTo(0.075),
      y: expect.closeTo(0.73),
      width: expect.closeTo(0.55),
      height: expect.closeTo(0.16),
    })
    const isCut = (shot?: ShotPath) => shot?.text != null && cutsText(shot, shot.text, upright)
    expect(isCut(shotWith(wide, second))).toBe(true)
    // In the window.
    expect(isCut(shotWith(line(0.42, 0.8, 0.15)))).toBe(false)
    // Above the lower third.
    expect(shotWith(line(0, 0.1, 0.9))?.text).toBeNull()
    const apart = framesOf(6, () => [face(0.2), face(0.8, 0.5)])
    const [shot] = planPath(apart, [{ startS: 0, endS: 6 }], upright, true, [wide])
    expect(shot?.mode).not.toBe('split')
    expect(shot?.text).not.toBeNull()
  })

  it('follows bodies where no face is seen', () => {
    const frames = framesOf(12, () => []).map((frame) => ({
      ...frame,
      bodies: [face(0.2 + frame.timeS / 20, 0.5, 0.3)],
    }))
    const [shot] = planPath(frames, [{ startS: 0, endS: 12 }], upright, true)
    expect(shot?.mode).toBe('follow')
  })

  it('moves up and down in an upright video, and not at all in one of the same shape', () => {
    expect(windowOf({ width: 1080, height: 1920 }, '16:9')).toEqual({
      axis: 'y',
      share: expect.closeTo(0.316, 3),
    })
    const same = windowOf({ width: 1080, height: 1920 }, '9:16')
    expect(same.share).toBe(1)
    const [shot] = planPath(
      framesOf(3, () => [face(0.1)]),
      [{ startS: 0, endS: 3 }],
      same,
      true,
    )
    expect(shot).toMatchObject({ mode: 'hold', keyframes: [{ middle: 0.5 }] })
  })
})
