import { describe, expect, it } from 'vitest'
import { wordsOfAnswer } from './speech-answer.ts'
import { partsOfTokens } from './token-words.ts'

/** Words of tokens that begin every 0.2 s, with their starts. */
function read(tokens: readonly string[]) {
  const starts = tokens.map((_, n) => n * 0.2)
  const words = partsOfTokens(tokens, starts, 10)
  const found = wordsOfAnswer({ text: 'x', segments: [{ text: '', start: 0, end: 10, words }] }, 10, 'en')
  return typeof found === 'string'
    ? found
    : found.map(({ text, startS }) => [text, Number(startS.toFixed(1))])
}

describe('the tokens of a speech model', () => {
  it('are joined to words where no space is before them', () => {
    expect(read(['▁un', 'be', 'liev', 'able', ',', '▁yes'])).toEqual([
      ['unbelievable,', 0],
      ['yes', 1],
    ])
    expect(read([' Good', ' day'])).toEqual([
      ['Good', 0],
      ['day', 0.2],
    ])
  })

  it('can be letters with spaces between words', () => {
    expect(read(['h', 'i', ' ', 'y', 'o', 'u'])).toEqual([
      ['hi', 0],
      ['you', 0.6],
    ])
  })

  it('can be parts that say that they go on', () => {
    expect(read(['hel@@', 'lo', 'world'])).toEqual([
      ['hello', 0],
      ['world', 0.4],
    ])
  })

  it('can be signs of a script without spaces', () => {
    expect(read(['▁', '你', '好', 'ok'])).toEqual([
      ['你', 0.2],
      ['好ok', 0.4],
    ])
  })

  it('are left out if they are no text', () => {
    expect(read(['<|en|>', '▁yes', '<unk>'])).toEqual([['yes', 0.2]])
  })

  it('end before the next one, and soon if a pause follows', () => {
    const parts = partsOfTokens(['▁a', '▁b', '▁c'], [0, 0.1, 5], 5.2)
    expect(parts.map(({ end }) => end)).toEqual([0.1, 0.5, 5.2])
  })
})
