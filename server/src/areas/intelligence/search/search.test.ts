import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import type { Client } from '../../../testing/client.ts'
import { bestByWords } from '../../../testing/intelligence/best-by-words.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { TERMS_VERSION, termHash, termsOf } from '../transcripts/terms.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

/** Stores a transcript with a sentence each 2 s, as it was before passages were made. */
async function say(contentId: string, language: string, sentences: readonly string[], speaker = null) {
  await world.sql(
    `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at)
     VALUES ($1, $2, $3, 'good', 'Subtitles', now())`,
    [contentId, owner.environmentId, language],
  )
  for (const [n, text] of sentences.entries())
    await world.sql(
      `INSERT INTO transcript_sentences (id, environment_id, content_id, start_ms, end_ms, text, speaker, words)
       VALUES ($1, $2, $3, $4, $5, $6, $7, '[]')`,
      [randomUUID(), owner.environmentId, contentId, n * 2000, n * 2000 + 1500, text, speaker],
    )
}

async function newVideo(title: string): Promise<string> {
  const { id } = await world.copyVideo()
  await owner.call('updateContent', { params: { id }, body: { title } })
  return id
}

async function found(phrase: string, asked: object = {}, by = owner) {
  const { items } = await by.call('searchMoments', { body: { phrase, places: ['speech'], ...asked } })
  return items.map(({ content, start, text, marks }) => ({
    title: content.title,
    start,
    words: marks.map(([from, to]) => text.slice(from, to)),
  }))
}

describe('the search for moments', () => {
  let election: string
  beforeAll(async () => {
    election = await newVideo('Evening news')
    await say(election, 'en', [
      'Good evening and welcome.',
      'The elections in the northern district were postponed by a week.',
      'Anna Lee reports from the counting hall.',
    ])
    const weather = await newVideo('Weather')
    await say(weather, 'en', [
      'It will rain in the northern hills.',
      'The election of the fair queen is over.',
    ])
    await say(await newVideo('हिन्दी'), 'hi', ['चुनावों की तारीख बदल गई है।', 'मौसम अच्छा है।'])
    await say(await newVideo('العربية'), 'ar', ['تأجلت الانتخابات في المنطقة الشمالية.'])
    await say(await newVideo('中文'), 'zh', ['北方的选举推迟了一周。', '明天下雨。'])
    await say(await newVideo('తెలుగు'), 'te', ['ఎన్నికలు వాయిదా పడ్డాయి.'])
    await world.kinora.sweep()
  })

  it('finds what is said, by words with other endings, best first', async () => {
    expect(await found('northern election')).toEqual([
      { title: 'Evening news', start: 2, words: ['elections', 'northern'] },
      { title: 'Weather', start: 0, words: ['northern'] },
    ])
  })

  it('finds what is said in Hindi, Arabic, Telugu and Chinese', async () => {
    expect(await found('चुनाव')).toEqual([{ title: 'हिन्दी', start: 0, words: ['चुनावों'] }])
    expect(await found('الانتخابات')).toMatchObject([{ title: 'العربية', start: 0 }])
    expect(await found('选举')).toEqual([{ title: '中文', start: 0, words: ['选举'] }])
    expect(await found('ఎన్నికల')).toMatchObject([{ title: 'తెలుగు', start: 0 }])
  })

  it('ignores words that say little beside others', async () => {
    expect(await found('what is it about the rain')).toEqual([
      { title: 'Weather', start: 0, words: ['rain'] },
    ])
    expect(await found('welcome to the')).toHaveLength(1)
  })

  it('is limited by language, date and folder', async () => {
    expect(await found('election', { language: 'hi' })).toEqual([])
    expect(await found('election', { to: '2020-01-01T00:00:00.000Z' })).toEqual([])
    expect(await found('election', { assetCollectionUUID: world.collection.id })).toEqual([])
    await owner.call('moveContents', {
      body: { ids: [election], assetCollectionUUID: world.collection.id },
    })
    expect(await found('election', { assetCollectionUUID: world.collection.id })).toHaveLength(1)
  })

  it('finds videos by their titles, and counts by place', async () => {
    const { items, counts, totalItems } = await owner.call('searchMoments', { body: { phrase: 'weather' } })
    expect(items).toMatchObject([{ foundIn: 'metadata', text: 'Weather', marks: [[0, 7]], start: 0 }])
    expect([counts, totalItems]).toEqual([{ speech: 0, text: 0, people: 0, objects: 0, metadata: 1 }, 1])
  })

  it('has the image of each moment', async () => {
    const { items } = await owner.call('searchMoments', { body: { phrase: 'postponed' } })
    const address = new URL(items[0]?.thumbnailUrl ?? '')
    expect(address.searchParams.get('time')).toBe('2.000')
  })

  it('finds corrected words at once, and nothing in the trash or of another organization', async () => {
    const id = await newVideo('Speech')
    await say(id, 'en', ['We choose to go to the spoon.'])
    await world.kinora.sweep()
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    const change = { id: sentences[0]?.id ?? '', text: 'We choose to go to the moon.' }
    await owner.call('updateTranscript', { params: { id }, body: { sentences: [change] } })
    expect(await found('moon')).toHaveLength(1)
    expect(await found('spoon')).toEqual([])
    expect(await found('moon', {}, world.stranger)).toEqual([])
    await owner.call('deleteContent', { params: { id }, query: {} })
    expect(await found('moon')).toEqual([])
  })

  it('shows nothing of videos that a role hides', async () => {
    const rights = { Videos: { Video: { read: true } }, filter: { folders: [world.collection.id] } }
    const limited = await newMember(owner, world.sql, JSON.stringify(rights))
    expect(await found('rain', {}, limited)).toEqual([])
    expect(await found('postponed', {}, limited)).toHaveLength(1)
  })
})

describe('who and what is seen', () => {
  let personId: string
  let news: string
  beforeAll(async () => {
    const { owner: own, sql } = world
    const seen = await newPersonSeen({ owner: own, sql, video: () => newVideo('Harbour') }, 'Ravi Kumar')
    personId = seen.personId
    news = seen.contentId
    await say(news, 'en', ['The harbour opens today.', 'A quiet sea.', 'The harbour closes at night.'])
    await sql(
      `INSERT INTO picture_objects (environment_id, content_id, at_ms, number, start_ms, end_ms, label, confidence, box)
       VALUES ($1, $2, 4100, 0, 4000, 5600, 'boat', 0.9, '{"x":0,"y":0,"width":1,"height":1}')`,
      [own.environmentId, news],
    )
    await sql(`INSERT INTO search_passages VALUES ($1, $2, 0, 4100, 5600, 'en', 'boat', 1, $3, 'objects')`, [
      own.environmentId,
      news,
      [termHash(own.environmentId ?? '', 'boat')],
    ])
    await say(await newVideo('Other harbour'), 'en', ['The harbour of the other town.'])
    await world.kinora.sweep()
  })
  const search = async (body: object, by = owner) =>
    (await by.call('searchMoments', { body })).items.map(({ content, foundIn, start }) => ({
      title: content.title,
      foundIn,
      start,
    }))

  it('limits moments to those of a person and of an object', async () => {
    const places = ['speech', 'metadata']
    expect(await search({ phrase: 'harbour', places })).toHaveLength(2)
    const withRavi = await search({ phrase: 'harbour', places, people: [personId] })
    expect(withRavi).toMatchObject([{ title: 'Harbour', foundIn: 'speech' }])
    expect(await search({ phrase: 'harbour', places, people: [personId], objects: ['boat'] })).toHaveLength(1)
    expect(await search({ phrase: 'harbour', places, objects: ['car'] })).toEqual([])
    expect(await search({ phrase: 'harbour', places, people: [randomUUID()] })).toEqual([])
  })

  it('finds people and objects without words', async () => {
    expect(await search({ people: [personId] })).toEqual([{ title: 'Harbour', foundIn: 'people', start: 0 }])
    expect(await search({ objects: ['boat'] })).toEqual([
      { title: 'Harbour', foundIn: 'objects', start: 4.1 },
    ])
    expect(await search({ people: [personId], objects: ['boat'] })).toEqual([])
    await expect(search({ phrase: ' ' })).rejects.toThrow('request-invalid')
  })

  it('lists labels of objects, but not those of hidden videos or other organizations', async () => {
    const labels = async (by: Client) => (await by.call('listSeenObjects', {})).items
    expect(await labels(owner)).toEqual([{ label: 'boat', videos: 1 }])
    expect(await labels(world.stranger)).toEqual([])
    expect(await search({ people: [personId] }, world.stranger)).toEqual([])
    const rights = { Videos: { Video: { read: true } }, filter: { folders: [world.collection.id] } }
    const limited = await newMember(owner, world.sql, JSON.stringify(rights))
    expect(await labels(limited)).toEqual([])
    expect(await search({ people: [personId] }, limited)).toEqual([])
  })
})

/** Words of a language that a test invents: a few are common, most are rare. */
function inventedText(random: () => number, words: number): string {
  return Array.from({ length: words }, () => `w${Math.floor(3000 * random() ** 3)}`).join(' ')
}

describe('the ranking', () => {
  it('finds what plain BM25 over all passages finds', async () => {
    const below = seededRandom(7)
    const random = () => below(1e6) / 1e6
    const passages = Array.from({ length: 1500 }, (_, number) => ({
      number,
      text: inventedText(random, 30 + Math.floor(20 * random())),
    }))
    const { id } = await world.copyVideo()
    await world.sql(
      `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at, passage_count, terms_version)
       VALUES ($1, $2, 'en', 'good', 'Subtitles', now(), $3, $4)`,
      [id, owner.environmentId, passages.length, TERMS_VERSION],
    )
    const rows = passages.map(({ number, text }) => ({
      number,
      text,
      terms: [...new Set(termsOf(text).map((term) => termHash(owner.environmentId ?? '', term)))],
    }))
    await world.sql(
      `INSERT INTO search_passages
       SELECT $1, $2, number, number * 1000, number * 1000 + 900, 'en', text, 40, terms
       FROM jsonb_to_recordset($3) AS given (number int, text text, terms int[])`,
      [owner.environmentId, id, JSON.stringify(rows)],
    )
    const tokens = passages.map(({ text }) => termsOf(text))
    let [ours, plain] = [0, 0]
    for (let n = 0; n < 40; n += 1) {
      const wanted = Math.floor(random() * passages.length)
      const words = tokens[wanted]?.filter(() => random() < 0.08) ?? []
      const phrase = [...words, inventedText(random, 1)].join(' ')
      const { items } = await owner.call('searchMoments', {
        body: { phrase, places: ['speech'], pageSize: 5 },
      })
      if (bestByWords(tokens, phrase, 5).includes(wanted)) plain += 1
      if (items.some(({ start }) => start === wanted)) ours += 1
    }
    expect(plain).toBeGreaterThan(20)
    expect(ours).toBeGreaterThanOrEqual(plain)
  })
})
