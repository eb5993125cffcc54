import { expect, it } from 'vitest'
import { sentencesOf, speechChunks, wordsOfPocketsphinx } from './speech.ts'

it('joins spans of speech into pieces that end in pauses', () => {
  const speech = [
    [1, 5],
    [5.3, 12],
    [14, 24],
    [27, 30],
    [100, 140],
  ] as const
  expect(speechChunks(speech, 139.9)).toEqual([
    [0.8, 24.2],
    [26.8, 30.2],
    [99.8, 139.9],
  ])
})

it('reads words and leaves out noise and silence', () => {
  const output =
    "hello it is\n<s> 0.2 0.3 0.9\nhello(2) 0.310 0.700 0.51\n[SPEECH] 0.7 0.8 0.4\n++NOISE++ 0.8 0.9 1\n<sil> 0.9 1.2 0.9\nit's 1.20 1.40 1.0001\n</s> 1.4 1.5 1\n"
  expect(wordsOfPocketsphinx(output)).toEqual([
    { text: 'hello', startS: 0.31, endS: 0.7, confidence: 0.51 },
    { text: "it's", startS: 1.2, endS: 1.4, confidence: 1 },
  ])
})

it('splits sentences at pauses, and long ones at shorter pauses', () => {
  const words = Array.from({ length: 40 }, (_, n) => {
    const startS = n * 0.5 + (n >= 4 ? 1 : 0)
    // The word before each tenth one ends early.
    return { startS, endS: startS + (n % 10 === 9 ? 0.2 : 0.45), text: 'word' }
  })
  expect(sentencesOf(words).map((each) => each.length)).toEqual([4, 16, 20])
})

it('splits sentences after punctuation of all scripts', () => {
  const texts = ['Yes.', 'He', 'said', '"no!"', 'क्यों', 'नहीं।', 'لماذا؟', 'at', '3.5', 'percent']
  const words = texts.map((text, n) => ({ text, startS: n, endS: n + 0.9 }))
  expect(sentencesOf(words).map((own) => own.map(({ text }) => text).join(' '))).toEqual([
    'Yes.',
    'He said "no!"',
    'क्यों नहीं।',
    'لماذا؟',
    'at 3.5 percent',
  ])
})
