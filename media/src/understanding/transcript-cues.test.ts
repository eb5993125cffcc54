import { describe, expect, it } from 'vitest'
import { plainText } from '../subtitles/cue-text.ts'
import { tidyCue } from '../subtitles/parse-subtitles.ts'
import { cuesOfSentences } from './transcript-cues.ts'

/** A sentence with a word of 0.3 s after each 0.1 s. */
function say(text: string, startS = 0, speaker: string | null = null) {
  const words = text.split(' ').map((word, n) => ({
    text: word,
    start: Math.round((startS + n * 0.4) * 1000) / 1000,
    end: Math.round((startS + n * 0.4 + 0.3) * 1000) / 1000,
  }))
  return { speaker, words }
}

const long =
  'The council of the city has decided on Monday evening, after a debate of nearly nine hours, that the old bridge will be closed to cars from the first of March until the end of the year'

describe('cues of sentences', () => {
  it('have at most two lines of 42 characters and last at most 7 s', () => {
    const cues = cuesOfSentences([say(long)])
    expect(cues.map(({ text }) => plainText(text).replaceAll('\n', ' ')).join(' ')).toBe(long)
    for (const { text, start, end } of cues) {
      expect(text.split('\n').length).toBeLessThanOrEqual(2)
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(42)
      expect(end - start).toBeLessThanOrEqual(7)
    }
  })

  it('break after punctuation near the middle', () => {
    expect(cuesOfSentences([say(long)]).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/Monday\nevening,$|evening,$/),
    )
  })

  it('stay for a second if nothing follows', () => {
    expect(cuesOfSentences([say('Yes'), say('No', 0.5)])).toMatchObject([
      { start: 0, end: 0.5 },
      { start: 0.5, end: 1.5 },
    ])
  })

  it('show brackets and name the speaker, in the form that the editor keeps', () => {
    const [cue] = cuesOfSentences([say('a < b & c', 0, 'Ann <Lee>')])
    expect(cue?.text).toBe('<v Ann Lee>a &lt; b &amp; c</v>')
    expect(plainText(cue?.text ?? '')).toBe('a < b & c')
    if (cue) expect(tidyCue(cue)).toMatchObject({ text: cue.text })
  })

  it('keep a word that is longer than a line, and leave out empty sentences', () => {
    const word = 'x'.repeat(60)
    expect(cuesOfSentences([say(word), { speaker: null, words: [] }])).toMatchObject([{ text: word }])
  })
})
