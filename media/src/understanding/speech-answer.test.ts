import { describe, expect, it } from 'vitest'
import { type SpeechAnswer, wordsOfAnswer } from './speech-answer.ts'

const word = (text: string, start: number, end: number) => ({ word: text, start, end })
const read = (answer: Partial<SpeechAnswer>, language = 'en', durationS = 10) =>
  wordsOfAnswer({ text: 'x', ...answer }, durationS, language)

describe('the answer of a speech server', () => {
  it('has words of OpenAI', () => {
    expect(read({ language: 'english', words: [word('Good', 0.1, 0.4), word('day', 0.4, 0.8)] })).toEqual([
      { text: 'Good', startS: 0.1, endS: 0.4, confidence: null },
      { text: 'day', startS: 0.4, endS: 0.8, confidence: null },
    ])
  })

  it('has parts of words of whisper.cpp, which are joined', () => {
    const words = [
      { ...word(' unbe', 0, 0.2), probability: 0.9 },
      { ...word('lievable', 0.2, 0.6), probability: 0.4 },
      { ...word(',', 0.6, 0.6), probability: 0.8 },
      { ...word(' yes', 0.7, 0.9), probability: 1 },
    ]
    expect(read({ segments: [{ text: ' unbelievable, yes', start: 0, end: 0.9, words }] })).toMatchObject([
      { text: 'unbelievable,', startS: 0, endS: 0.6, confidence: 0.9 },
      { text: 'yes', startS: 0.7 },
    ])
  })

  it('shares the time of a segment without words', () => {
    expect(read({ segments: [{ text: ' ab cdef', start: 1, end: 4 }] })).toMatchObject([
      { text: 'ab', startS: 1, endS: 2 },
      { text: 'cdef', startS: 2, endS: 4 },
    ])
  })

  it('says who speaks, by segment or by word', () => {
    const segments = [
      { text: 'Who won?', start: 0, end: 1, speaker: 'A' },
      { text: 'We did.', start: 1.2, end: 2, speaker: 'B' },
    ]
    const speakers = (answer: Partial<SpeechAnswer>) => {
      const words = read(answer)
      return typeof words === 'string' ? words : words.map(({ speaker }) => speaker)
    }
    expect(speakers({ segments })).toEqual(['A', 'A', 'B', 'B'])
    const words = [word('Who', 0, 0.4), word('won?', 0.4, 0.9), word('We', 1.2, 1.5), word('did.', 1.5, 1.9)]
    expect(speakers({ segments, words })).toEqual(['A', 'A', 'B', 'B'])
    expect(speakers({ words: words.map((each) => ({ ...each, speaker: 'C' })) })).toEqual(Array(4).fill('C'))
    expect(speakers({ words })).toEqual(Array(4).fill(undefined))
  })

  it('leaves out what Whisper itself takes for invented', () => {
    const invented = { text: 'Thank you.', start: 2, end: 4, no_speech_prob: 0.9, avg_logprob: -1.2 }
    const real = { text: 'Yes.', start: 0, end: 1, no_speech_prob: 0.1, avg_logprob: -0.2 }
    const words = [word('Yes.', 0.2, 0.8), word('Thank', 2.5, 3), word('you.', 3, 3.4)]
    expect(read({ segments: [real, invented] })).toMatchObject([{ text: 'Yes.' }])
    expect(read({ segments: [real, invented], words })).toMatchObject([{ text: 'Yes.' }])
  })

  it('is empty for silence', () => {
    expect(read({ text: ' ' })).toEqual([])
    expect(read({ text: '', words: [], segments: [] })).toEqual([])
  })

  it('is refused without times, and with times that cannot be', () => {
    expect(read({ text: 'Good day' })).toBe('without-times')
    for (const words of [
      [word('late', 3, 12)],
      [word('early', -2, 1)],
      [word('back', 2, 1)],
      [word('b', 5, 6), word('a', 1, 2)],
    ])
      expect(read({ words })).toBe('wrong-times')
  })

  it('may end a little after the audio, and is cut to it', () => {
    expect(read({ words: [word('end', 9.8, 10.4)] })).toMatchObject([{ startS: 9.8, endS: 10 }])
  })

  it('is refused in another language or script', () => {
    const latin = [word('Bonjour', 0, 1), word('mesdames', 1, 2), word('messieurs', 2, 3)]
    expect(read({ language: 'french', words: latin })).toBe('wrong-language')
    expect(read({ language: 'fr-FR', words: latin }, 'fr')).toHaveLength(3)
    expect(read({ words: latin }, 'hi')).toBe('wrong-language')
    expect(
      read({ words: [word('नमस्ते दोस्तों', 0, 1), word('WhatsApp', 1, 2), word('पर', 2, 3)] }, 'hi'),
    ).toHaveLength(3)
  })
})
