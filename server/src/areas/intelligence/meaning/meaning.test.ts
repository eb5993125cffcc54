import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import type { Client } from '../../../testing/client.ts'
import { bestByWords } from '../../../testing/intelligence/best-by-words.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'
import { scriptedTalk } from '../../../testing/intelligence/scripted-talk.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { type Embedder, embedderReadiness, openEmbedder } from '../engines/embedder.ts'
import { ModelFailure } from '../engines/model-worker.ts'
import { findAlike } from '../search/alike.ts'
import { fuseSame } from '../search/rank.ts'
import { tellingTerms } from '../search/telling-terms.ts'
import { TERMS_VERSION, termHash, termsOf } from '../transcripts/terms.ts'
import { embedTranscript } from './embedding.ts'
import { nearness, signsOf, storedVector } from './vector.ts'

let world: World
let owner: Client
let embedder: Embedder

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  embedder = openEmbedder()
})
afterAll(async () => {
  embedder.close()
  await world.end()
})

async function say(contentId: string, language: string, sentences: readonly string[]) {
  await world.sql(
    `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at)
     VALUES ($1, $2, $3, 'good', 'Subtitles', now())`,
    [contentId, owner.environmentId, language],
  )
  for (const [n, text] of sentences.entries())
    await world.sql(
      `INSERT INTO transcript_sentences (id, environment_id, content_id, start_ms, end_ms, text, words)
       VALUES ($1, $2, $3, $4, $5, $6, '[]')`,
      [randomUUID(), owner.environmentId, contentId, n * 2000, n * 2000 + 1500, text],
    )
}

describe('the embedder', () => {
  it('knows which sentences have a similar meaning, also after it took too long for one', async ({
    skip,
  }) => {
    if (!embedder.isInstalled) skip('the packages are not installed')
    await expect(embedder.embed(['x'], 0)).rejects.toMatchObject({ reason: 'stalled' })
    const [asked = [], near = [], far = []] = await embedder.embed(
      ['inauguration of the river crossing', 'The minister opened a new bridge.', 'Oil prices rose again.'],
      60_000,
    )
    expect(nearness(asked, storedVector(near))).toBeGreaterThan(nearness(asked, storedVector(far)) + 0.15)
    expect(signsOf(near)).toMatch(/^[01]{512}$/)
  })

  it('stops a process that owes an answer for too long', async ({ skip }) => {
    if (!embedder.isInstalled) skip('the packages are not installed')
    const hasty = openEmbedder(1)
    await expect(hasty.embed(['x'], 60_000)).rejects.toMatchObject({ reason: 'crashed' })
    hasty.close()
  })
})

it('says in its state whether it is there', async () => {
  expect(embedderReadiness({ isInstalled: false }).note).toBe(
    'Universal Sentence Encoder Lite is not installed',
  )
  const response = await fetch(`${world.kinora.url}/readyz`)
  const { checks } = (await response.json()) as { checks: Record<string, { note?: string }> }
  expect(checks.searchByMeaning).toEqual(embedderReadiness(embedder))
})

it('finds passages whose words are others, in videos that the caller may see', async ({ skip }) => {
  if (!embedder.isInstalled) skip('the packages are not installed')
  const { id } = await world.copyVideo()
  const { id: hindi } = await world.copyVideo()
  await say(id, 'en', ['Good evening to all.', 'The minister opened a new bridge in Visakha yesterday.'])
  await say(hindi, 'hi', ['मंत्री ने पुल खोला।'])
  const search = async (phrase: string, by = owner) =>
    (await by.call('searchMoments', { body: { phrase, places: ['speech'] } })).items
  await eventually(async () => {
    await world.kinora.sweep()
    const [row] = await world.sql('SELECT count(*)::int AS count FROM passage_vectors')
    expect(row).toEqual({ count: 1 })
  })
  await eventually(async () =>
    expect(await search('inauguration of the river crossing')).toMatchObject([
      { content: { id }, isAlike: true, foundIn: 'speech', marks: [], start: 2 },
    ]),
  )
  const pages = { phrase: 'inauguration of the river crossing', places: ['speech' as const], pageSize: 1 }
  for (const ranking of ['meaning', 'words'] as const)
    expect(await owner.call('searchMoments', { body: { ...pages, ranking } })).toMatchObject({
      ranking,
      totalItems: ranking === 'meaning' ? 1 : 0,
    })
  expect(await search('minister bridge')).toMatchObject([{ content: { id }, isAlike: false }])
  expect(await search('price of onions in the market')).toEqual([])
  expect(await search('inauguration of the river crossing', world.stranger)).toEqual([])
  const rights = { Videos: { Video: { read: true } }, filter: { folders: [world.collection.id] } }
  const limited = await newMember(owner, world.sql, JSON.stringify(rights))
  expect(await search('inauguration of the river crossing', limited)).toEqual([])
  const { sentences } = await owner.call('getTranscript', { params: { id } })
  const change = { id: sentences[0]?.id ?? '', text: 'Oil prices rose again.' }
  await owner.call('updateTranscript', { params: { id }, body: { sentences: [change] } })
  expect(await search('inauguration of the river crossing')).toEqual([])
})

it('finds the nearest passage with a person among many without', async ({ skip }) => {
  if (!embedder.isInstalled) skip('the packages are not installed')
  const environmentId = owner.environmentId ?? ''
  const { contentId, personId } = await newPersonSeen({
    owner,
    sql: world.sql,
    video: async () => (await world.copyVideo()).id,
  })
  const { id: other } = await world.copyVideo()
  const text = 'The captain lifted the cup.'
  await storePassages(contentId, [{ number: 0, text }])
  await storePassages(
    other,
    Array.from({ length: 400 }, (_, number) => ({ number, text })),
  )
  const [vector = []] = await embedder.embed([text], 60_000)
  await world.sql(
    `INSERT INTO passage_vectors (environment_id, content_id, number, piece, bits, vector)
     SELECT environment_id, content_id, number, 0, $2::bit(512), $3 FROM search_passages WHERE content_id = ANY ($1)`,
    [[contentId, other], signsOf(vector), storedVector(vector)],
  )
  const body = { phrase: 'the skipper raised the trophy', places: ['speech' as const], people: [personId] }
  await eventually(async () =>
    expect((await owner.call('searchMoments', { body })).items).toMatchObject([
      { content: { id: contentId } },
    ]),
  )
  await world.sql('DELETE FROM passage_vectors WHERE environment_id = $1', [environmentId])
})

it('finds more answers to questions in other words than words do', async ({ skip }) => {
  if (!embedder.isInstalled) skip('the packages are not installed')
  // All events are in one place, so that its name says nothing.
  const { passages, questions } = scriptedTalk(30, 20, 1)
  const texts = passages.filter((_, n) => n % 5 === 0).map(({ text }, number) => ({ number, text }))
  const { id } = await world.copyVideo()
  await storePassages(id, texts)
  const environmentId = owner.environmentId ?? ''
  const log = createLog('error')
  const database = openDatabase(world.kinora.databaseUrl, 2, log)
  try {
    const { db } = database
    await embedTranscript({ db, embedder }, { id, environmentId }, new AbortController().signal)
    // A search does not wait long for the model, which other tests can slow.
    const patient = { ...embedder, embed: (texts: readonly string[]) => embedder.embed(texts, 60_000) }
    const tokens = texts.map(({ text }) => termsOf(text))
    let [ours, plain] = [0, 0]
    for (const { otherWords: phrase, transcript } of questions) {
      const byWords = bestByWords(tokens, tellingTerms(phrase).join(' '), texts.length)
      const alike = await findAlike(
        { db, embedder: patient, log },
        environmentId,
        { phrase },
        () => undefined,
        undefined,
      )
      const nearest = (alike ?? []).map(({ passage }) => passage.startMs / 1000)
      if (bestByWords(tokens, phrase, 5).includes(transcript)) plain += 1
      if (fuseSame(String, byWords, nearest).slice(0, 5).includes(transcript)) ours += 1
    }
    expect(ours / questions.length).toBeGreaterThanOrEqual(plain / questions.length + 0.15)

    const late = { ...embedder, embed: () => Promise.reject(new ModelFailure('stalled', 'in a test')) }
    const search = (ranking?: 'words' | 'meaning') => {
      const asked = { phrase: questions[0]?.otherWords ?? '', ranking }
      return findAlike({ db, embedder: late, log }, environmentId, asked, () => undefined, undefined)
    }
    expect([await search(), await search('words')]).toEqual([null, null])
    await expect(search('meaning')).rejects.toMatchObject({ id: 'meaning-unavailable' })
  } finally {
    await database.close()
  }
})

/** Stores passages of a second each. */
async function storePassages(contentId: string, passages: readonly { number: number; text: string }[]) {
  const environmentId = owner.environmentId ?? ''
  await world.sql(
    `INSERT INTO transcripts (content_id, environment_id, language, quality, engine, updated_at, passage_count, terms_version)
     VALUES ($1, $2, 'en', 'good', 'Subtitles', now(), $3, $4)`,
    [contentId, environmentId, passages.length, TERMS_VERSION],
  )
  const rows = passages.map(({ number, text }) => ({
    number,
    text,
    words: termsOf(text).length,
    terms: [...new Set(termsOf(text).map((term) => termHash(environmentId, term)))],
  }))
  await world.sql(
    `INSERT INTO search_passages (environment_id, content_id, number, start_ms, end_ms, language, text, word_count, terms)
     SELECT $1, $2, number, number * 1000, number * 1000 + 900, 'en', text, words, terms
     FROM jsonb_to_recordset($3) AS given (number int, text text, words int, terms int[])`,
    [environmentId, contentId, JSON.stringify(rows)],
  )
}
