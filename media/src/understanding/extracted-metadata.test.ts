import { describe, expect, it } from 'vitest'
import { extractMetadata } from './extracted-metadata.ts'

/** Sentences of 6 s. */
function talk(texts: readonly string[]) {
  return texts.map((text, n) => ({ startS: n * 6, endS: n * 6 + 5, words: text.split(' ') }))
}

const topics = [
  ['harbour', 'ships', 'crane', 'cargo'],
  ['election', 'ballots', 'candidate', 'council'],
  ['weather', 'rain', 'storm', 'forecast'],
]
/** Three topics of five minutes, each with words of its own. */
const threeTopics = topics.flatMap((words, topic) =>
  Array.from({ length: 50 }, (_, n) => {
    const [one, other] = [words[n % 4], words[(n + 1 + (n % 2)) % 4]]
    return `Today the ${one} and the ${other} were seen by Anna Lee in part ${topic}.`
  }),
)

describe('metadata from a transcript', () => {
  it('has a chapter where the words change, with its own words', () => {
    const { chapters } = extractMetadata(talk(threeTopics))
    for (const [n, words] of topics.entries()) {
      const chapter = chapters.find(({ startS }) => Math.abs(startS - n * 300) <= 12)
      expect(chapter?.topics.some((word) => words.includes(word))).toBe(true)
    }
    expect(chapters[0]?.startS).toBe(0)
    for (const [n, { startS }] of chapters.entries())
      expect(startS - (chapters[n - 1]?.startS ?? -45)).toBeGreaterThanOrEqual(45)
  })

  it('has keywords, names and sentences that were said', () => {
    const { keywords, names, line, summary } = extractMetadata(talk(threeTopics))
    expect(topics.flat()).toEqual(expect.arrayContaining(keywords.slice(0, 5)))
    expect(names).toEqual(['Anna Lee'])
    expect(threeTopics).toContain(line)
    expect(summary.length).toBeGreaterThan(0)
    for (const sentence of summary) expect(threeTopics).toContain(sentence)
  })

  it('says nothing twice, and takes no question word for a name', () => {
    const said = 'Now: Why did the harbour of Visakha open?'
    const { summary, names, keywords } = extractMetadata(
      talk([said, said, 'The harbour opened late in spring.']),
    )
    expect(summary).toHaveLength(2)
    expect(names).toEqual(['Visakha'])
    expect(keywords).not.toContain('why')
  })

  it('has no chapters for a short talk, and nothing for silence', () => {
    expect(extractMetadata(talk(threeTopics.slice(0, 20))).chapters).toEqual([])
    expect(extractMetadata([])).toEqual({ line: null, summary: [], keywords: [], names: [], chapters: [] })
    expect(extractMetadata(talk(['Yes', 'No', 'The']))).toMatchObject({ line: null, summary: [] })
  })
})
