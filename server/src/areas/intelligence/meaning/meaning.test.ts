import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { type Embedder, embedderReadiness, openEmbedder } from './embedder.ts'
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
  it('knows which sentences have a similar meaning', async ({ skip }) => {
    if (!embedder.isInstalled) skip('the packages are not installed')
    const [asked = [], near = [], far = []] = await embedder.embed(
      ['inauguration of the river crossing', 'The minister opened a new bridge.', 'Oil prices rose again.'],
      60_000,
    )
    expect(nearness(asked, storedVector(near))).toBeGreaterThan(nearness(asked, storedVector(far)) + 0.15)
    expect(signsOf(near)).toMatch(/^[01]{512}$/)
  })

  it('says that it took too long, and starts again after it was closed', async ({ skip }) => {
    if (!embedder.isInstalled) skip('the packages are not installed')
    await expect(embedder.embed(['x'], 0)).rejects.toMatchObject({ reason: 'stalled' })
    embedder.close()
    expect(await embedder.embed(['x'], 60_000)).toHaveLength(1)
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
  await say(id, 'en', ['The minister opened a new bridge in Visakha yesterday.'])
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
      { content: { id }, isAlike: true, foundIn: 'speech', marks: [] },
    ]),
  )
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
