import { describe, expect, it } from 'vitest'
import { type Cue, keyed, lastStarted } from './cue'
import { addCue, changeCue, findIn, mergeWithNext, removeCues, replaceIn, shiftCues, splitCue } from './edits'

const cue = (start: number, end: number, text: string, settings = {}) => ({
  id: '',
  start,
  end,
  text,
  settings,
})
const three = () =>
  keyed([cue(1, 3, 'one two', { line: '0' }), cue(4, 6, 'three'), cue(7, 9, 'four &amp; five')])
const keyOf = (cues: readonly Cue[], at: number) => cues[at]?.key ?? -1
const seen = (cues: readonly Cue[] | null) => cues?.map(({ start, end, text }) => [start, end, text])

describe('splitting', () => {
  it('splits the text in proportion to the time, between words', () => {
    const cues = three()
    const parted = splitCue(cues, keyOf(cues, 0), { time: 2.5 })
    expect(seen(parted)?.slice(0, 2)).toEqual([
      [1, 2.5, 'one'],
      [2.5, 3, 'two'],
    ])
    expect(parted?.map(({ settings }) => settings).slice(0, 2)).toEqual([{ line: '0' }, { line: '0' }])
    expect(new Set(parted?.map(({ key }) => key)).size).toBe(4)
  })

  it('splits the time in proportion to the caret position', () => {
    const cues = three()
    expect(seen(splitCue(cues, keyOf(cues, 2), { caret: 5 }))?.slice(2)).toEqual([
      [7, 7.909, 'four'],
      [7.909, 9, '&amp; five'],
    ])
  })

  it('does not split a cue without text on both sides', () => {
    const cues = three()
    expect(splitCue(cues, keyOf(cues, 0), { caret: 0 })).toBeNull()
    expect(splitCue(cues, -1, { time: 2 })).toBeNull()
    const brief = keyed([cue(1, 1.1, 'one two')])
    expect(splitCue(brief, keyOf(brief, 0), { caret: 3 })).toBeNull()
  })
})

describe('merging', () => {
  it('appends the next cue and keeps the key of the first', () => {
    const cues = three()
    const merged = mergeWithNext(cues, keyOf(cues, 0))
    expect(seen(merged)).toEqual([
      [1, 6, 'one two\nthree'],
      [7, 9, 'four &amp; five'],
    ])
    expect(merged?.[0]?.settings).toEqual({ line: '0' })
    expect(mergeWithNext(cues, keyOf(cues, 2))).toBeNull()
  })
})

describe('shifting', () => {
  it('moves all or some cues, keeps them sorted, and stops at 0', () => {
    const cues = three()
    expect(seen(shiftCues(cues, null, 0.25))?.[0]).toEqual([1.25, 3.25, 'one two'])
    expect(seen(shiftCues(cues, null, -5))?.map(([start]) => start)).toEqual([0, 3, 6])
    expect(seen(shiftCues(cues, new Set([keyOf(cues, 0)]), 10))?.map(([, , text]) => text)).toEqual([
      'three',
      'four &amp; five',
      'one two',
    ])
  })
})

describe('finding and replacing', () => {
  it('matches literal text, ignoring case if requested', () => {
    const cues = keyed([cue(0, 1, 'A.B &amp; a.b'), cue(1, 2, 'axb')])
    expect(findIn(cues, { find: 'a.b', matchCase: false })).toEqual([{ key: keyOf(cues, 0), count: 2 }])
    expect(findIn(cues, { find: 'a.b', matchCase: true })).toEqual([{ key: keyOf(cues, 0), count: 1 }])
    expect(findIn(cues, { find: '&', matchCase: false })).toEqual([{ key: keyOf(cues, 0), count: 1 }])
    expect(findIn(cues, { find: '', matchCase: false })).toEqual([])
    const replaced = replaceIn(cues, { find: 'a.b', matchCase: false }, '$& <script>')
    expect(replaced[0]?.text).toBe('$&amp; &lt;script&gt; &amp; $&amp; &lt;script&gt;')
    expect(replaced[1]).toBe(cues[1])
  })
})

describe('single edits', () => {
  it('adds, changes and removes cues, and keeps them sorted', () => {
    const cues = three()
    const { cues: more, added } = addCue(cues, 3.2)
    expect([added.start, added.end]).toEqual([3.2, 4])
    expect(more.indexOf(added)).toBe(1)
    expect(addCue(cues, 20).added.end).toBe(22)
    expect(seen(changeCue(cues, keyOf(cues, 0), { start: 6.5, end: 6.8 }))?.[1]).toEqual([
      6.5,
      6.8,
      'one two',
    ])
    expect(seen(removeCues(cues, new Set([keyOf(cues, 1)])))).toHaveLength(2)
  })

  it('finds the cue at the playhead', () => {
    const cues = three()
    expect([0.5, 1, 3.5, 7.2, 99].map((time) => lastStarted(cues, time))).toEqual([-1, 0, 0, 2, 2])
  })
})
