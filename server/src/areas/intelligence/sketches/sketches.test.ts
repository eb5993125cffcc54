import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let analyzed: string
let copy: string

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  analyzed = (await world.copyVideo({ title: 'Analyzed' })).id
  copy = (await world.copyVideo({ title: 'Copy' })).id
  await owner.call('analyzeContent', { params: { id: analyzed }, body: { parts: ['shots'] } })
  await eventually(async () => {
    const { parts } = await owner.call('getAnalysis', { params: { id: analyzed } })
    expect(parts).toMatchObject([{ status: 'ready' }])
  })
  // Both videos have the same file.
  await world.sql(
    `INSERT INTO analysis_shots
       (environment_id, content_id, number, scene_id, start_ms, end_ms, rest_ms, sketch, signs, sketch_version)
     SELECT environment_id, $2, number, gen_random_uuid(), start_ms, end_ms, rest_ms, sketch, signs, sketch_version
     FROM analysis_shots WHERE content_id = $1`,
    [analyzed, copy],
  )
})
afterAll(() => world.end())

const like = () => ({ contentId: analyzed, at: 0.5 })

/** Titles of the videos in which scenes like the first one of the analyzed video are found. */
async function alike(body: object = {}, by = owner): Promise<string[]> {
  const { items } = await by.call('searchMoments', { body: { like: like(), ...body } })
  return items.map(({ content }) => content.title)
}

it('finds the scene of another video that looks the same, and not the scene itself', async () => {
  const { items, facets, totalItems } = await owner.call('searchMoments', { body: { like: like() } })
  expect(items).toMatchObject([
    { content: { id: copy }, foundIn: 'looks', strength: 1, text: '', start: 0, isComparable: true },
  ])
  expect(totalItems).toBe(1)
  expect(facets.added).toEqual([7, 30, 365].map((days) => ({ days, moments: 1 })))
  const { scenes } = await owner.call('getAnalysis', { params: { id: copy } })
  expect(scenes).toMatchObject([{ isComparable: true }])
})

it('compares pictures, and finds none that look otherwise', async () => {
  const inverted = `UPDATE analysis_shots SET sketch = $2 WHERE content_id = $1 RETURNING sketch`
  const [row] = await world.sql('SELECT sketch FROM analysis_shots WHERE content_id = $1', [copy])
  const sketch = row?.sketch as Buffer
  await world.sql(inverted, [copy, Buffer.from(sketch.map((byte) => 255 - byte))])
  expect(await alike()).toEqual([])
  await world.sql(inverted, [copy, sketch])
  expect(await alike()).toEqual(['Copy'])
})

it('has the filters of the search, and is not joined with words', async () => {
  expect(await alike({ assetCollectionUUID: world.collection.id })).toEqual([])
  expect(await alike({ to: '2020-01-01T00:00:00.000Z' })).toEqual([])
  expect(await alike({ objects: ['boat'] })).toEqual([])
  await expect(alike({ phrase: 'boat' })).rejects.toThrow('request-invalid')
  await owner.call('moveContents', { body: { ids: [copy], assetCollectionUUID: world.collection.id } })
  expect(await alike({ assetCollectionUUID: world.collection.id, sort: 'newest' })).toEqual(['Copy'])
  const { facets } = await owner.call('searchMoments', { body: { like: like() } })
  expect(facets.folders).toEqual([{ id: world.collection.id, name: world.collection.name, moments: 1 }])
})

it('shows nothing of videos that a role hides, or of another organization', async () => {
  await expect(alike({}, world.stranger)).rejects.toThrow('not-found')
  const rights = { Videos: { Video: { read: true } }, filter: { folders: [world.collection.id] } }
  const limited = await newMember(owner, world.sql, JSON.stringify(rights))
  await expect(alike({}, limited)).rejects.toThrow('not-found')
  const { items } = await limited.call('searchMoments', { body: { like: { contentId: copy, at: 0 } } })
  expect(items).toEqual([])
})

it('reads videos again that were analyzed before, without an event', async () => {
  const stored = () => world.sql('SELECT sketch, signs FROM analysis_shots WHERE content_id = $1', [analyzed])
  const before = await stored()
  await world.sql(
    'UPDATE analysis_shots SET sketch = NULL, signs = NULL, sketch_version = 0 WHERE content_id = $1',
    [analyzed],
  )
  await expect(alike()).rejects.toThrow('not-found')
  await world.kinora.sweep()
  await eventually(async () => expect(await alike()).toEqual(['Copy']))
  expect((await stored()).map(({ signs }) => signs)).toHaveLength(before.length)
  const changes = await world.sql(
    `SELECT data->>'part' AS part FROM outbox WHERE type = 'video.analysis.updated' AND object_id = $1`,
    [analyzed],
  )
  expect(changes.map(({ part }) => part)).toEqual(['shots'])
})
