import type { TranscriptSentence } from '@kinora/contract'
import { expect, it } from 'vitest'
import { replaceIn, speakersIn } from './replacements'

const sentence = (text: string, speaker: string | null = null): TranscriptSentence => ({
  id: text,
  start: 0,
  end: 1,
  speaker,
  text,
  words: [],
  isEdited: false,
})
const texts = (found: ReturnType<typeof replaceIn>) => found.map(({ text, matches }) => [text, matches])

it('replaces whole words, or parts of them, in any case', () => {
  const sentences = [sentence('Vizag port and vizag.'), sentence('Vizagpatam'), sentence('nothing')]
  const change = { find: ' vizag ', put: 'Visakha', isWholeWord: true }
  expect(texts(replaceIn(sentences, change))).toEqual([['Visakha port and Visakha.', 2]])
  expect(texts(replaceIn(sentences, { ...change, isWholeWord: false }))).toEqual([
    ['Visakha port and Visakha.', 2],
    ['Visakhapatam', 1],
  ])
})

it('takes what is typed literally, also in scripts with marks', () => {
  expect(
    texts(replaceIn([sentence('a (b) $1 c')], { find: '(b) $1', put: '$&', isWholeWord: false })),
  ).toEqual([['a $& c', 1]])
  const hindi = [sentence('\u0915\u093f \u0915')]
  expect(texts(replaceIn(hindi, { find: '\u0915', put: '\u0916', isWholeWord: true }))).toEqual([
    ['\u0915\u093f \u0916', 1],
  ])
})

it('removes words, but leaves no sentence empty', () => {
  const change = { find: 'um', put: '', isWholeWord: true }
  expect(texts(replaceIn([sentence('well um yes'), sentence('um')], change))).toEqual([['well yes', 1]])
  expect(replaceIn([sentence('um')], { ...change, find: '  ' })).toEqual([])
})

it('counts the sentences of each speaker', () => {
  const sentences = [sentence('a', 'Anna'), sentence('b'), sentence('c', 'Ravi'), sentence('d', 'Anna')]
  expect([...speakersIn(sentences)]).toEqual([
    ['Anna', 2],
    ['Ravi', 1],
  ])
})
