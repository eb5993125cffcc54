import { describe, expect, it } from 'vitest'
import { type Cue, keyed } from './cue'
import { moveCue, moveEnd, moveStart } from './moves'

const times = [
  [1, 2],
  [3, 5],
  [6, 8],
] as const
const three = () => keyed(times.map(([start, end]) => ({ id: '', start, end, text: 'x', settings: {} })))
const seen = (cues: readonly Cue[]) => cues.map(({ start, end }) => [start, end])
const [tied, free] = [
  { endS: 10, isFree: false },
  { endS: 10, isFree: true },
]
const keyOf = (cues: readonly Cue[], at: number) => cues[at]?.key ?? -1

describe('a cue that is moved', () => {
  it('keeps its length and stops at its neighbors', () => {
    const cues = three()
    const moved = (start: number, limits = tied) => seen(moveCue(cues, keyOf(cues, 1), start, limits))[1]
    expect([moved(3.5), moved(0), moved(9)]).toEqual([
      [3.5, 5.5],
      [2, 4],
      [4, 6],
    ])
    expect(seen(moveCue(cues, keyOf(cues, 1), 5.5, free))[1]).toEqual([5.5, 7.5])
  })

  it('stays within the video', () => {
    const cues = three()
    expect(seen(moveCue(cues, keyOf(cues, 2), 20, free))[2]).toEqual([8, 10])
    expect(seen(moveCue(cues, keyOf(cues, 0), -4, free))[0]).toEqual([0, 1])
  })

  it('keeps an existing overlap and does not enlarge it', () => {
    const cues = moveCue(three(), -1, 0, tied)
    const overlapping = moveEnd(cues, keyOf(cues, 0), 3.5, free)
    expect(seen(overlapping)[0]).toEqual([1, 3.5])
    expect(seen(moveEnd(overlapping, keyOf(cues, 0), 4, tied))[0]).toEqual([1, 3.5])
    expect(seen(moveStart(overlapping, keyOf(cues, 1), 2, tied))[1]).toEqual([3, 5])
  })
})

describe('an end of a cue that is dragged', () => {
  it('leaves the minimum length', () => {
    const cues = three()
    expect(seen(moveStart(cues, keyOf(cues, 1), 9, tied))[1]).toEqual([4.9, 5])
    expect(seen(moveEnd(cues, keyOf(cues, 1), 0, tied))[1]).toEqual([3, 3.1])
    expect(seen(moveEnd(cues, keyOf(cues, 1), 9, tied))[1]).toEqual([3, 6])
  })
})
