import { collectionLimits } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

const folder = async (name: string, parentCollectionUUID: string | null = null) =>
  (await owner.call('createCollection', { body: { name, parentCollectionUUID } })).id

const change = (id: string, body: { name?: string; parentCollectionUUID?: string | null }) =>
  owner.try('updateCollection', { params: { id }, body })

/** Creates contents that need no processing. */
async function videos(count: number, collectionId: string | null, bytes = 10): Promise<string[]> {
  const rows = await world.sql(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playback_policy, playback_id, created_at,
       collection_id, source_bytes)
     SELECT gen_random_uuid(), $1, 'Video ' || n, 'video ' || n, 'ready', 'public', gen_random_uuid(), now(), $2, $3
     FROM generate_series(1, $4::int) AS n RETURNING id`,
    [owner.environmentId, collectionId, bytes, count],
  )
  return rows.map(({ id }) => String(id))
}

describe('folders', () => {
  it('are created, renamed and nested, and have a path', async () => {
    const sport = await folder('Sport')
    const cricket = await folder('Cricket', sport)
    const opened = await owner.call('getCollection', { params: { id: cricket } })
    expect(opened.path.map(({ name }) => name)).toEqual(['Sport', 'Cricket'])
    expect((await change(cricket, { name: 'Kabaddi' })).status).toBe(200)
    const { items } = await owner.call('listCollections', { query: { parentCollectionUUID: sport } })
    expect(items.map(({ name }) => name)).toEqual(['Kabaddi'])
    const tree = await owner.call('listCollectionTree', {})
    expect(tree.items).toContainEqual({
      id: cricket,
      name: 'Kabaddi',
      parentCollectionUUID: sport,
      assetCount: 0,
    })
  })

  it('have unique names on a level, ignoring case', async () => {
    const news = await folder('News')
    await folder('Morning', news)
    const again = await owner.try('createCollection', {
      body: { name: 'MORNING', parentCollectionUUID: news },
    })
    expect(again).toMatchObject({ status: 409, body: { type: '/problems/name-taken' } })
    expect(await folder('Morning')).toBeTruthy()
  })

  it('cannot be moved into themselves or below', async () => {
    const outer = await folder('Outer')
    const inner = await folder('Inner', outer)
    for (const parentCollectionUUID of [outer, inner])
      expect(await change(outer, { parentCollectionUUID })).toMatchObject({
        status: 409,
        body: { type: '/problems/folder-within-itself' },
      })
  })

  it('concurrent moves make no cycle', async () => {
    const one = await folder('One')
    const two = await folder('Two')
    const answers = await Promise.all([
      change(one, { parentCollectionUUID: two }),
      change(two, { parentCollectionUUID: one }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('nest up to the limit', async () => {
    let parent: string | null = null
    for (let depth = 1; depth <= collectionLimits.depth; depth++)
      parent = await folder(`Deep ${depth}`, parent)
    const deeper = await owner.try('createCollection', {
      body: { name: 'Too deep', parentCollectionUUID: parent },
    })
    expect(deeper).toMatchObject({ status: 409, body: { type: '/problems/folder-too-deep' } })
    const pair = await folder('Pair')
    await folder('Within the pair', pair)
    expect((await change(pair, { parentCollectionUUID: parent })).status).toBe(409)
  })

  it("of others are not found, not even as a parent or a video's folder", async () => {
    const { stranger } = world
    const foreign = (await stranger.call('createCollection', { body: { name: 'Theirs' } })).id
    const tries = [
      owner.try('createCollection', { body: { name: 'Mine', parentCollectionUUID: foreign } }),
      owner.try('moveContents', { body: { ids: [world.content.id], assetCollectionUUID: foreign } }),
      owner.try('listContents', { query: { assetCollectionUUID: foreign } }),
      owner.try('createUpload', {
        body: { fileName: 'a.mp4', fileSize: 10, assetCollectionUUID: foreign },
      }),
      change(foreign, { name: 'Ours' }),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404)
  })

  it('count their subtree', async () => {
    const top = await folder('CountFilter')
    const sub = await folder('Below', top)
    await videos(3, top, 100)
    await videos(2, sub, 1000)
    const { assetCount, collectionCount, storage } = await owner.call('getCollection', {
      params: { id: top },
    })
    expect({ assetCount, collectionCount, storage }).toEqual({
      assetCount: 5,
      collectionCount: 1,
      storage: 2300,
    })
  })
})

describe('permissions for folders and videos', () => {
  const all = { create: true, read: true, update: true, delete: true }

  it('without the permission for folders, lists of videos have no folders', async () => {
    const viewer = await world.member(JSON.stringify({ Videos: { Video: { read: true } } }))
    const asked = [{ showAssetCollections: true }, { assetCollectionUUID: world.collection.id }]
    for (const query of asked) expect((await viewer.try('listContents', { query })).status).toBe(403)
    expect((await viewer.try('listContents', { query: {} })).status).toBe(200)
  })

  it('without the permission for videos, a folder with videos cannot be deleted', async () => {
    const librarian = await world.member(JSON.stringify({ DAM: { Folder: all } }))
    const full = await folder('With a video')
    const empty = await folder('Without one', full)
    const [id = ''] = await videos(1, full)
    const discard = (which: string, permanently = false) =>
      librarian.try('deleteCollection', { params: { id: which }, query: { permanently } })
    expect((await discard(full)).status).toBe(403)
    expect((await discard(full, true)).status).toBe(403)
    expect((await discard(empty)).status).toBe(204)
    await owner.call('deleteCollection', { params: { id: full } })
    expect((await librarian.try('restoreCollection', { params: { id: full } })).status).toBe(403)
    expect((await owner.call('getContent', { params: { id } })).trashedAt).not.toBeNull()
  })
})

describe('videos in folders', () => {
  it('are listed level by level with their folders', async () => {
    const level = await folder('Level')
    const sub = await folder('Sub', level)
    const [inside = ''] = await videos(1, level)
    const page = await owner.call('listContents', {
      query: { assetCollectionUUID: level, showAssetCollections: true },
    })
    expect(page.items.map(({ id }) => id)).toEqual([inside])
    expect(page.totalItems).toBe(1)
    expect(page.assetCollections.map(({ name }) => name)).toEqual(['Sub'])
    const [deeper = ''] = await videos(1, sub)
    const whole = await owner.call('listContents', {
      query: { assetCollectionUUID: level, includeSubfolders: true },
    })
    expect(whole.items.map(({ id }) => id).toSorted()).toEqual([inside, deeper].toSorted())
    expect(whole.totalItems).toBe(2)
    const root = await owner.call('listContents', { query: { showAssetCollections: true, pageSize: 100 } })
    expect(root.items.map(({ id }) => id)).not.toContain(inside)
    expect(root.totalItems).toBe(root.items.length)
    const flat = await owner.call('listContents', { query: { pageSize: 100 } })
    expect(flat.items.map(({ id }) => id)).toContain(inside)
    expect(flat.totalItems).toBe(flat.items.length)
  })

  it("are found in a folder's subtree, and folders by name", async () => {
    const archive = await folder('Archive')
    const below = await folder('Election night', archive)
    const ids = await videos(1, below)
    await world.sql(`UPDATE contents SET search_text = 'counting in warangal' WHERE id = $1`, [ids[0]])
    const search = (phrase: string) =>
      owner.call('listContents', {
        query: { assetCollectionUUID: archive, showAssetCollections: true, phrase },
      })
    expect((await search('Warangal')).items.map(({ id }) => id)).toEqual(ids)
    expect((await search('election')).assetCollections.map(({ id }) => id)).toEqual([below])
  })

  it('can be uploaded into a folder', async () => {
    const target = await folder('Uploads')
    const { contentId } = await owner.call('createUpload', {
      body: { fileName: 'a.mp4', fileSize: 10, assetCollectionUUID: target },
    })
    const content = await owner.call('getContent', { params: { id: contentId } })
    expect(content.assetCollectionUUID).toBe(target)
  })

  it('are moved and tagged in bulk, with audit entries', async () => {
    const target = await folder('Moved')
    const ids = await videos(3, null)
    const missing = '0199a000-0000-7000-8000-000000000000'
    const { moved } = await owner.call('moveContents', {
      body: { ids: [...ids, missing], assetCollectionUUID: target },
    })
    expect(moved.toSorted()).toEqual(ids.toSorted())
    await owner.call('tagContents', { body: { ids, add: ['news', 'hindi'] } })
    await owner.call('tagContents', { body: { ids, add: ['telugu'], remove: ['hindi'] } })
    const { items } = await owner.call('listContents', { query: { assetCollectionUUID: target } })
    expect(items.map(({ tags }) => tags)).toEqual(Array(3).fill(['news', 'telugu']))
    const [organizationId, objectId] = [owner.organizationId ?? '', ids[0] ?? '']
    const trail = await owner.call('listAudit', { query: { organizationId, objectId } })
    expect(trail.items.map(({ after }) => after)).toEqual([
      { tags: ['news', 'telugu'] },
      { tags: ['news', 'hindi'] },
      { assetCollectionUUID: target },
    ])
  })

  it('a folder of 10,000 moves by changing one row, and the counts stay', async () => {
    const big = await folder('Big')
    const target = await folder('Shelf')
    await videos(10_000, big)
    await change(big, { parentCollectionUUID: target })
    const { assetCount } = await owner.call('getCollection', { params: { id: target } })
    expect(assetCount).toBe(10_000)
    await owner.call('deleteCollection', { params: { id: target } })
    const counted = await owner.call('getCollection', { params: { id: target } })
    expect(counted).toMatchObject({ assetCount: 10_000, collectionCount: 1 })
    await world.sql('DELETE FROM contents WHERE collection_id = $1', [big])
  })
})
