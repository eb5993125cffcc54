import { expect, it } from 'vitest'
import { sentencesOfCues } from './cue-sentences.ts'

const cue = (start: number, end: number, text: string) => ({ id: '', start, end, text, settings: {} })
const read = (...cues: Parameters<typeof sentencesOfCues>[0]) =>
  sentencesOfCues(cues).map(({ speaker, words }) => [
    speaker,
    words.map(({ startS, text }) => `${startS.toFixed(1)} ${text}`).join(', '),
  ])

it('joins cues until a sentence ends, and shares the time of a cue by the length of words', () => {
  expect(
    read(
      cue(0, 2, 'We &amp;\n<i>they</i>'),
      cue(2, 3, 'agree. Not'),
      cue(3, 4, 'all of it?'),
      cue(4, 5, 'नहीं। हाँ'),
    ),
  ).toEqual([
    [null, '0.0 We, 0.6 &, 0.9 they, 2.0 agree.'],
    [null, '2.7 Not, 3.0 all, 3.4 of, 3.6 it?'],
    [null, '4.0 नहीं।'],
    [null, '4.6 हाँ'],
  ])
})

it('ends a sentence with the voice and after a pause', () => {
  expect(read(cue(0, 1, '<v Ann>Yes and'), cue(1, 2, '<v Bo>no'), cue(9, 10, '<v Bo>maybe'))).toEqual([
    ['Ann', '0.0 Yes, 0.5 and'],
    ['Bo', '1.0 no'],
    ['Bo', '9.0 maybe'],
  ])
})

it('has nothing for cues without words', () => {
  expect(read(cue(0, 1, '♪'), cue(1, 2, ' '))).toEqual([[null, '0.0 ♪']])
  expect(read()).toEqual([])
})
