import { expect, it } from 'vitest'
import { cutCues } from './cut-cues.ts'

const cue = (start: number, end: number, text = 'x', settings = {}) => ({
  id: '',
  start,
  end,
  text,
  settings,
})

it('keeps the cues of the span, relative to its start', () => {
  const cues = [
    cue(0, 1, 'before'),
    cue(0.5, 2.25, 'into', { line: '0', align: 'left' }),
    cue(1, 1.5, 'up to the start'),
    cue(1.4, 1.8, 'short'),
    cue(2.1, 3.3, 'inside'),
    cue(3.9, 6, 'out of'),
    cue(4.5, 5, 'from the end on'),
  ]
  expect(cutCues(cues, { startS: 1.5, endS: 4.5 })).toEqual([
    cue(0, 0.3, 'short'),
    cue(0, 0.75, 'into', { line: '0', align: 'left' }),
    cue(0.6, 1.8, 'inside'),
    cue(2.4, 3, 'out of'),
  ])
  expect(cutCues(cues, { startS: 10, endS: 11 })).toEqual([])
})

it('shifts timestamps inside the text', () => {
  const sung = cue(1, 5, '<c.red>one</c> <00:00:02.000>two <00:00:03.500>three &amp; <00:00:04.250>four')
  expect(cutCues([sung], { startS: 2.5, endS: 9 })).toEqual([
    cue(0, 2.5, '<c.red>one</c> two <00:00:01.000>three &amp; <00:00:01.750>four'),
  ])
})
