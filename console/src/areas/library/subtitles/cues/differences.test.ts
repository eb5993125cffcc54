import type { SubtitleCue } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { differencesOf } from './differences'

const cue = (start: number, end: number, text: string, settings = {}): SubtitleCue => ({
  id: '',
  start,
  end,
  text,
  settings,
})
const published = [cue(1, 3, 'one two'), cue(4, 6, 'three', { line: '0', align: 'start' }), cue(7, 9, 'four')]
const after = (...draft: readonly SubtitleCue[]) => differencesOf(published, draft)
const [first = cue(0, 0, ''), second = first, third = first] = published
const none = { total: 0, reworded: 0, moved: 0, added: 0, removed: 0 }

describe('differences between two versions', () => {
  it('are empty for the same cues, regardless of their identifiers and the order of their settings', () => {
    const same = { ...second, id: 'intro', settings: { align: 'start', line: '0' } }
    expect(after(first, same, third)).toEqual(none)
    expect(differencesOf([], [])).toEqual(none)
  })

  it('counts changed texts and settings as reworded, also with another end', () => {
    expect(after({ ...first, text: 'one' }, { ...second, settings: {} }, third)).toEqual({
      ...none,
      total: 2,
      reworded: 2,
    })
    expect(after({ ...first, text: 'one', end: 2 }, second, third)).toEqual({
      ...none,
      total: 1,
      reworded: 1,
    })
  })

  it('counts a shift of all cues as moves', () => {
    const shifted = published.map((each) => ({ ...each, start: each.start + 1, end: each.end + 1 }))
    expect(after(...shifted)).toEqual({ ...none, total: 3, moved: 3 })
  })

  it('counts a split as one reworded and one new cue, and a merge as one reworded and one deleted', () => {
    expect(after(cue(1, 2, 'one'), cue(2, 3, 'two'), second, third)).toEqual({
      ...none,
      total: 2,
      reworded: 1,
      added: 1,
    })
    expect(after(first, { ...second, text: 'three four', end: 9 })).toEqual({
      ...none,
      total: 2,
      reworded: 1,
      removed: 1,
    })
  })

  it('counts each of several cues with the same text', () => {
    const music = [cue(1, 2, '[music]'), cue(5, 6, '[music]'), cue(8, 9, '[music]')]
    expect(differencesOf(music, [cue(1, 2, '[music]'), cue(5.5, 6, '[music]')])).toEqual({
      ...none,
      total: 2,
      moved: 1,
      removed: 1,
    })
  })
})
