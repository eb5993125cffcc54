import { describe, expect, it } from 'vitest'
import { aroundWords, overlapOf } from './clip-places.ts'
import type { ScoredWord } from './clip-scores.ts'
import { type ClipMaterial, suggestClips } from './clip-suggestions.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const vocabulary = (
  'the and budget minister water harvest school bridge market river election vote team match goal rain train station price of in ' +
  'a we they it Delhi Anna what seven 2025 because parliament farmers road energy hospital teacher album cinema'
).split(' ')

const ms = (value: number) => Math.round(value * 1000) / 1000

/** A talk with short and long pauses, music between, and cuts anywhere. */
function talk(seed: number, seconds: number): ClipMaterial {
  const random = randomFrom(seed)
  const sentences: ScoredWord[][] = []
  const speech: [number, number][] = []
  let at = random() * 3
  while (at < seconds - 10) {
    const words: ScoredWord[] = []
    const count = 3 + Math.floor(random() * 18)
    for (let n = 0; n < count; n += 1) {
      const text = vocabulary[Math.floor(random() * vocabulary.length)] ?? ''
      const endS = at + 0.12 + random() * 0.4
      words.push({
        startS: ms(at),
        endS: ms(endS),
        text: n === count - 1 ? `${text}.` : text,
        confidence: ms(random()),
      })
      at = endS + (random() < 0.9 ? 0 : random() * 0.5)
    }
    sentences.push(words)
    // Speech is found a little around the words.
    speech.push([ms((words[0]?.startS ?? 0) - random() * 0.1), ms(at + random() * 0.1)])
    at += random() < 0.1 ? random() * 20 : random() * 1.2
  }
  const levels = Array.from({ length: Math.ceil(seconds) }, () => -40 + random() * 25)
  const cuts = Array.from({ length: Math.floor(seconds / 7) }, () => ms(random() * seconds)).sort(
    (a, b) => a - b,
  )
  return { durationS: seconds, sentences, speech: random() < 0.3 ? null : speech, levels, cuts, faces: null }
}

describe('suggestions from generated talks', () => {
  const seeds = Array.from({ length: 60 }, (_, n) => n + 1)
  const all = seeds.map((seed) => {
    const random = randomFrom(seed * 7919)
    const material = talk(seed, 60 + random() * 900)
    const wanted = { lengthS: 15 + Math.floor(random() * 46), count: 1 + Math.floor(random() * 12), kept: [] }
    return { material, wanted, found: suggestClips(material, wanted) }
  })

  it('are as many as wanted where there is enough', () => {
    for (const { found, wanted } of all) expect(found.length).toBeLessThanOrEqual(wanted.count)
    expect(all.filter(({ found }) => found.length > 0).length).toBeGreaterThan(50)
  })

  it('cut no word, and begin and end in a pause', () => {
    for (const { material, found } of all) {
      const words = material.sentences.flat()
      const busy = [...words.map(({ startS, endS }) => [startS, endS] as const), ...(material.speech ?? [])]
      for (const { startS, endS } of found)
        for (const time of [startS, endS]) {
          expect(words.filter((word) => word.startS < time && word.endS > time)).toEqual([])
          const before = Math.max(0, ...busy.map(([, to]) => to).filter((to) => to <= time))
          const after = Math.min(
            material.durationS,
            ...busy.map(([from]) => from).filter((from) => from >= time),
          )
          const isEdge = before === 0 || after === material.durationS
          expect(isEdge || after - before > 0.2499).toBe(true)
          expect(busy.filter(([from, to]) => from < time && to > time)).toEqual([])
        }
    }
  })

  it('hold whole sentences', () => {
    for (const { material, found } of all)
      for (const { startS, endS } of found)
        for (const words of material.sentences) {
          const [from, to] = [words[0]?.startS ?? 0, words.at(-1)?.endS ?? 0]
          const isInside = from >= startS && to <= endS
          expect(isInside || to <= startS || from >= endS).toBe(true)
        }
  })

  it('last 15 to 60 seconds, about as long as wanted', () => {
    for (const { found, wanted } of all)
      for (const { startS, endS } of found) {
        expect(endS - startS).toBeGreaterThanOrEqual(Math.max(15, wanted.lengthS * 0.6))
        expect(endS - startS).toBeLessThanOrEqual(Math.min(60, wanted.lengthS * 1.5))
      }
  })

  it('overlap by at most 30 %, also with clips that stay', () => {
    for (const { material, wanted, found } of all) {
      const [stays] = found
      if (stays === undefined) continue
      const others = suggestClips(material, { ...wanted, kept: [stays] })
      for (const list of [found, [stays, ...others]])
        for (const [n, one] of list.entries())
          for (const other of list.slice(n + 1)) expect(overlapOf(one, other)).toBeLessThanOrEqual(0.3)
    }
  })

  it('have reasons, and parts that add up to their score', () => {
    for (const { found } of all)
      for (const { reasons, parts, score } of found) {
        expect(reasons.length).toBeGreaterThan(0)
        const sum = parts.reduce((total, { value, weight }) => total + value * weight, 0)
        expect(Math.max(0, Math.min(1, sum))).toBeCloseTo(score, 2)
        for (const { value } of parts) expect(value >= 0 && value <= 1).toBe(true)
        const positive = parts.filter(({ weight }) => weight > 0)
        expect(positive.reduce((total, { weight }) => total + weight, 0)).toBeCloseTo(1, 2)
      }
  })

  it('are the same each time', () => {
    for (const { material, wanted, found } of all.slice(0, 10))
      expect(suggestClips(material, wanted)).toEqual(found)
  })
})

/** A sentence of words of half a second, with a pause of half a second after it. */
function said(text: string, startS: number): ScoredWord[] {
  return text.split(' ').map((word, n) => ({
    startS: startS + n * 0.5,
    endS: startS + (n + 1) * 0.5,
    text: word,
    confidence: 0.9,
  }))
}

function talkOf(...texts: string[]): ClipMaterial {
  let at = 0.5
  const sentences = texts.map((text) => {
    const words = said(text, at)
    at = (words.at(-1)?.endS ?? at) + 0.5
    return words
  })
  return { durationS: at, sentences, speech: null, levels: null, cuts: null, faces: null }
}

const filler =
  'some other people were going somewhere for no reason that anybody here could name at that time today'

it('says why: a question, a number and a name at the start, and what the clip is about', () => {
  const asked = 'why does Anna say that the new bridge and its trains cost 40 million and more?'
  const answered =
    'the new bridge over the Musi will carry trains and the bridge opens to the trains next week, says the railway.'
  const [best] = suggestClips(talkOf(filler, asked, answered, filler), { lengthS: 18, count: 1, kept: [] })
  expect(best?.startS).toBe(9.85)
  expect(best?.reasons).toEqual(
    expect.arrayContaining([
      { name: 'question', words: [] },
      { name: 'number', words: ['40'] },
      { name: 'name', words: ['Anna'] },
    ]),
  )
  expect(best?.reasons.find(({ name }) => name === 'keywords')?.words).toContain('bridge')
  expect(best?.title).toBe('Why does Anna say that the new bridge and its trains cost 40 million and more?')
})

it('says what speaks against a clip', () => {
  const material = talkOf(`and ${filler} because of the`, `so ${filler} and then of`)
  const [only] = suggestClips(material, { lengthS: 20, count: 1, kept: [] })
  const names = only?.reasons.map(({ name }) => name)
  expect(names).toContain('dangling')
  expect(names).toContain('weak-end')
})

it('starts at a cut that is near and cuts no word', () => {
  // The second sentence starts at 10 s, after a pause of half a second.
  const wanted = { lengthS: 15, count: 1, kept: [{ startS: 0, endS: 9 }] }
  const startAt = (cut: number) =>
    suggestClips({ ...talkOf(filler, filler, filler), cuts: [cut] }, wanted)[0]?.startS
  expect(startAt(9.6)).toBe(9.6)
  expect(startAt(9.4)).toBe(9.85)
  expect(startAt(10.1)).toBe(9.85)
})

it('uses audio and cuts where there are no words, and says so', () => {
  const levels = Array.from({ length: 120 }, (_, second) => (second >= 40 && second < 70 ? -12 : -34))
  const heard = { durationS: 120, sentences: [], speech: [[41, 55]] as const, levels, cuts: [40.2, 69.8] }
  const material = { ...heard, faces: null }
  const [best] = suggestClips(material, { lengthS: 30, count: 3, kept: [] })
  expect(overlapOf(best ?? { startS: 0, endS: 0 }, { startS: 40, endS: 70 })).toBeGreaterThan(0.7)
  expect(best?.title).toBeNull()
  expect(best?.reasons.map(({ name }) => name)).toEqual(expect.arrayContaining(['loud', 'no-words']))
  expect(best?.parts.map(({ name }) => name)).toEqual(['loudness', 'loudness-change', 'cuts'])
})

it('suggests nothing in silence, and nothing in a short video', () => {
  const silence = {
    durationS: 90,
    sentences: [],
    speech: [],
    levels: Array.from({ length: 90 }, () => -90),
    cuts: [],
    faces: null,
  }
  expect(suggestClips(silence, { lengthS: 30, count: 3, kept: [] })).toEqual([])
  expect(suggestClips(talkOf('a short one'), { lengthS: 30, count: 3, kept: [] })).toEqual([])
})

it('is fast enough for three hours of speech', () => {
  const material = talk(5, 3 * 3600)
  const startedAt = performance.now()
  expect(suggestClips(material, { lengthS: 30, count: 20, kept: [] })).toHaveLength(20)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

it('moves times out of words', () => {
  const words = [
    [0, 1],
    [2, 3],
    [2.9, 4],
    [5, 6],
  ] as const
  expect(aroundWords({ startS: 3.5, endS: 5.5 }, words)).toEqual({ startS: 2, endS: 6 })
  expect(aroundWords({ startS: 1, endS: 2 }, words)).toEqual({ startS: 1, endS: 2 })
  expect(aroundWords({ startS: 1.5, endS: 4.5 }, words)).toEqual({ startS: 1.5, endS: 4.5 })
})

it('prefers parts with a large face, and says so', () => {
  const material = talkOf(filler, filler, filler, filler, filler, filler)
  const middle = material.durationS / 2
  const face = { startS: middle, endS: material.durationS, share: 0.5 }
  const [best] = suggestClips({ ...material, faces: [face] }, { lengthS: 20, count: 1, kept: [] })
  expect(best?.startS).toBeGreaterThan(middle - 1)
  expect(best?.parts.find(({ name }) => name === 'faces')).toMatchObject({ value: expect.closeTo(1, 0) })
  expect(best?.reasons.map(({ name }) => name)).toContain('face')
})
