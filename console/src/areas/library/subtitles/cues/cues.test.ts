import { describe, expect, it } from 'vitest'
import { keyed } from './cue'
import { begin, change, redo, undo } from './history'
import { cueText, plainText, typedText } from './text'
import { readTime, writeTime } from './times'
import { warningsOf } from './warnings'
import { topsOf, windowOf } from './window'

describe('the text of a cue', () => {
  it.each([
    ['a & b < c', 'a &amp; b &lt; c'],
    ['<i>so</i> & so', '<i>so</i> &amp; so'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['&lrm;كتاب', '&lrm;كتاب'],
  ])('is typed as %s and written as %s', (typed, written) => {
    expect(cueText(typed)).toBe(written)
    expect(typedText(written)).toBe(typed)
  })

  it('escapes text that only looks like a tag', () => {
    expect(typedText('&lt;i&gt;')).toBe('&lt;i&gt;')
    expect(cueText(typedText('&lt;i&gt;'))).toBe('&lt;i&gt;')
    expect(plainText('<v Mira>&lt;i&gt; <i>yes</i></v>')).toBe('<i> yes')
  })
})

describe('times', () => {
  it.each([
    ['00:00:01.500', 1.5],
    ['1:02:03', 3723],
    ['02:03,25', 123.25],
    [' 00:00:00.007 ', 0.007],
  ])('%s is read', (text, seconds) => expect(readTime(text)).toBe(seconds))

  it.each(['', '1', '00:61:00', '00:00:61', 'noon', '00:00:01.5000', '-00:00:01'])('%s is not', (text) =>
    expect(readTime(text)).toBeNull(),
  )

  it('round-trip', () => {
    for (const seconds of [0, 0.001, 59.999, 3600, 86_399.5])
      expect(readTime(writeTime(seconds))).toBe(seconds)
  })
})

describe('warnings', () => {
  const kinds = (text: string, start: number, end: number, nextStart = 100) => {
    const [cue, next] = keyed([
      { id: '', start, end, text, settings: {} },
      { id: '', start: nextStart, end: nextStart + 1, text: 'x', settings: {} },
    ])
    return cue ? warningsOf(cue, next, 60).map(({ kind }) => kind) : []
  }
  it.each([
    ['nothing', 'short and slow', 0, 2, 100, []],
    ['speed', 'a'.repeat(41), 0, 2, 100, ['speed']],
    ['no speed at the limit', 'a'.repeat(40), 0, 2, 100, []],
    ['a long line', 'a'.repeat(43), 0, 9, 100, ['line']],
    ['lines, not their sum', `${'a'.repeat(30)}\n${'a'.repeat(30)}`, 0, 9, 100, []],
    ['letters, not their marks', 'क्षि'.repeat(20), 0, 2, 100, []],
    ['tags are not read', `<i>${'a'.repeat(40)}</i>`, 0, 2, 100, []],
    ['overlap', 'x', 0, 2, 1.9, ['overlap']],
    ['no text', '<i></i> ', 0, 2, 100, ['empty']],
    ['a start after the end of the video', 'x', 60, 62, 100, ['beyond']],
    ['an end before the start', 'x', 2, 2, 100, ['order']],
  ])('%s', (_what, text, start, end, next, expected) =>
    expect(kinds(text, start, end, next)).toEqual(expected),
  )
})

describe('undo and redo', () => {
  it('restore states, with typing as one step', () => {
    let history = begin('')
    for (const text of ['a', 'ab', 'abc']) history = change(history, text, 'text 1')
    history = change(history, 'other')
    expect(undo(history).present).toBe('abc')
    expect(undo(undo(history)).present).toBe('')
    expect(undo(undo(undo(history))).present).toBe('')
    expect(redo(redo(undo(undo(history)))).present).toBe('other')
    expect(redo(change(undo(history), 'new')).present).toBe('new')
  })
})

describe('the visible rows', () => {
  it('are few, and the others keep their height', () => {
    const tops = topsOf(Array.from({ length: 5000 }, () => 80))
    const { first, end, before, after } = windowOf(tops, 200_000, 600)
    expect([first, end]).toEqual([2494, 2514])
    expect(before + (end - first) * 80 + after).toBe(5000 * 80)
  })

  it('can have different heights', () => {
    const tops = topsOf(Array.from({ length: 5000 }, (_, at) => (at === 10 ? 240 : 80)))
    expect([tops[10], tops[11]]).toEqual([800, 1040])
    const { first, end, before, after } = windowOf(tops, 900, 300)
    expect([first, end]).toEqual([4, 20])
    expect(before + 15 * 80 + 240 + after).toBe(tops.at(-1))
    expect(windowOf(tops, 1e9, 300).end).toBe(5000)
  })

  it('are none in an empty list', () => {
    expect(windowOf(topsOf([]), 0, 600)).toEqual({ first: 0, end: 0, before: 0, after: 0 })
  })
})
