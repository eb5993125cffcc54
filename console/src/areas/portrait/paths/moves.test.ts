import type { PortraitShot } from '@kinora/contract'
import { expect, it } from 'vitest'
import { alike, asFound, keptInFrame, middleAt, moved, shotAt, shownLike, withMode } from './moves'

const suggested = {
  mode: 'follow' as const,
  keyframes: [
    { time: 2, middle: 0.2 },
    { time: 4, middle: 0.6 },
  ],
  halves: null,
  text: { x: 0.1, y: 0.8, width: 0.5, height: 0.1 },
}
const shot: PortraitShot = { number: 1, start: 2, end: 4, ...suggested, isEdited: false, suggested }

it('finds the shot at a time, and where its window is', () => {
  expect([0, 2, 3.9, 9].map((time) => shotAt([{ ...shot, start: 0, end: 2 }, shot], time))).toEqual([
    0, 1, 1, 1,
  ])
  expect([0, 2, 3, 4, 9].map((time) => middleAt(shot.keyframes, time))).toEqual([
    0.2,
    0.2,
    expect.closeTo(0.4),
    0.6,
    0.6,
  ])
  expect(keptInFrame(0.05, 0.3)).toBe(0.15)
})

it('adds a keyframe where a window is moved, and replaces a near one', () => {
  const times = (changed: PortraitShot) => changed.keyframes.map(({ time }) => time)
  expect(times(moved(shot, 3, 0.5))).toEqual([2, 3, 4])
  expect(times(moved(shot, 3.9, 0.5))).toEqual([2, 3.9])
  expect(moved(withMode(shot, 'hold'), 3, 0.5).keyframes).toEqual([{ time: 2, middle: 0.5 }])
})

it('keeps what was found when the mode changes back', () => {
  const held = withMode(shot, 'hold')
  expect(held).toMatchObject({ isEdited: true, keyframes: [{ time: 2, middle: expect.closeTo(0.4) }] })
  expect(withMode(held, 'follow').keyframes).toEqual(suggested.keyframes)
  expect(asFound(held)).toEqual(shot)
})

it('keeps keyframes of a person while the whole frame is shown', () => {
  const whole = withMode(moved(shot, 3, 0.5), 'fit')
  expect(withMode(whole, 'follow').keyframes).toEqual(moved(shot, 3, 0.5).keyframes)
})

it('shows shots of the same camera alike', () => {
  const near = { ...suggested, keyframes: [{ time: 6, middle: 0.42 }] }
  const far = { ...suggested, keyframes: [{ time: 8, middle: 0.7 }] }
  const shots: PortraitShot[] = [
    shot,
    { ...shot, number: 2, start: 6, end: 7, ...near, suggested: near },
    { ...shot, number: 3, start: 8, end: 9, ...far, suggested: far },
    { ...shot, number: 4, start: 9, end: 10, suggested: { ...near, mode: 'hold' } },
  ]
  const [other, ...none] = alike(shots, shot)
  expect([other?.number, none]).toEqual([2, []])
  const held = { ...withMode(shot, 'hold'), text: null }
  expect(shownLike(shots[1] ?? shot, held)).toMatchObject({
    number: 2,
    mode: 'hold',
    keyframes: [{ time: 6, middle: expect.closeTo(0.4) }],
    text: null,
    isEdited: true,
  })
  // A shot that follows somebody keeps its own movement, and its own text.
  expect(shownLike(shots[1] ?? shot, shot)).toMatchObject({ ...near, mode: 'follow' })
})
