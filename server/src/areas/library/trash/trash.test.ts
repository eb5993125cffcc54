import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner, uploadFile } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { contentChannel } from '../contents/notify.ts'

const clock = movableClock()
let world: World
let owner: Client
beforeAll(async () => {
  world = await openWorld({ clock })
  owner = world.owner
})
afterAll(() => world.end())

const folder = async (name: string, parentCollectionUUID: string | null = null) =>
  (await owner.call('createCollection', { body: { name, parentCollectionUUID } })).id
const trash = () =>
  owner.call('listContents', { query: { trashed: true, showAssetCollections: true, pageSize: 100 } })
const plays = async () =>
  (await fetch(`${world.kinora.url}/play/${world.content.playbackId}.m3u8`)).status === 200
const gone = { status: 404 }

describe('a video in the trash', () => {
  it('does not play, is listed only in the trash, cannot be changed, and is restored unchanged', async () => {
    const { id } = world.content
    const params = { id }
    expect(await plays()).toBe(true)
    await owner.call('deleteContent', { params })
    await owner.call('deleteContent', { params })
    await expect.poll(plays).toBe(false)
    expect((await owner.call('listContents', { query: {} })).items.map((item) => item.id)).not.toContain(id)
    expect((await trash()).items.map((item) => item.id)).toContain(id)
    const poster = await fetch(`${world.kinora.url}/video/api/v1/contents/${id}/poster`, {
      headers: { authorization: `Bearer ${owner.token}`, 'environment-id': String(owner.environmentId) },
    })
    expect(poster.headers.get('content-type')).toBe('image/jpeg')
    const inTrash = { status: 409, body: { type: '/problems/in-trash' } }
    expect(await owner.try('updateContent', { params, body: { title: 'New' } })).toMatchObject(inTrash)
    expect(await owner.try('retryContent', { params })).toMatchObject(inTrash)
    expect(await owner.call('restoreContents', { body: { ids: [id] } })).toEqual({ restored: [id] })
    await expect.poll(plays).toBe(true)
    expect(await owner.call('getContent', { params })).toMatchObject({ trashedAt: null, status: 'ready' })
  })

  it('an unfinished upload is deleted, because it cannot be restored', async () => {
    const { contentId } = await owner.call('createUpload', { body: { fileName: 'a.mp4', fileSize: 10 } })
    await owner.call('deleteContents', { body: { ids: [contentId] } })
    expect(await owner.try('getContent', { params: { id: contentId } })).toMatchObject(gone)
  })

  it('is kept if its upload ends while it is moved there', async () => {
    const { contentId: id } = await owner.call('createUpload', { body: { fileName: 'b.mp4', fileSize: 10 } })
    const end = await world.hold(
      `WITH ended AS (UPDATE uploads SET status = 'completed' WHERE content_id = $1)
       UPDATE contents SET status = 'processing', stage = 'queued' WHERE id = $1`,
      [id],
    )
    await Promise.all([owner.call('deleteContent', { params: { id } }), end.releaseOnceAwaited()])
    expect(await owner.call('restoreContents', { body: { ids: [id] } })).toEqual({ restored: [id] })
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  })

  it('of others is not found and cannot be restored', async () => {
    const params = { id: world.content.id }
    expect(await world.stranger.try('deleteContent', { params })).toMatchObject(gone)
    await owner.call('deleteContent', { params })
    const restored = await world.stranger.call('restoreContents', { body: { ids: [params.id] } })
    expect(restored).toEqual({ restored: [] })
    await owner.call('restoreContents', { body: { ids: [params.id] } })
  })
})

describe('a folder in the trash', () => {
  it('trashes all its items, and restores exactly those', async () => {
    const outer = await folder('Season')
    const inner = await folder('Round', outer)
    const { id } = world.content
    const early = (await uploadFile(owner, world.clip, 'early.mp4')).id
    await owner.call('moveContents', { body: { ids: [id, early], assetCollectionUUID: inner } })
    await owner.call('deleteContent', { params: { id: early } })
    await owner.call('deleteCollection', { params: { id: outer } })
    await expect.poll(plays).toBe(false)
    const there = await trash()
    expect(there.assetCollections).toMatchObject([{ id: outer, collectionCount: 1, assetCount: 2 }])
    expect(there.items.map((item) => item.id)).toEqual([early])
    expect(await owner.try('updateCollection', { params: { id: inner }, body: { name: 'X' } })).toMatchObject(
      {
        status: 409,
      },
    )
    await folder('Season')
    const back = await owner.call('restoreCollection', { params: { id: outer } })
    const events = () =>
      world.sql(
        `SELECT type, object_id FROM outbox WHERE object_id = ANY ($1)
         AND type IN ('video.asset.trashed', 'video.asset.restored') ORDER BY id DESC LIMIT 3`,
        [[id, early]],
      )
    await expect.poll(events).toEqual([
      { type: 'video.asset.restored', object_id: id },
      { type: 'video.asset.trashed', object_id: id },
      { type: 'video.asset.trashed', object_id: early },
    ])
    expect(back).toMatchObject({ name: 'Season (2)', trashedAt: null, assetCount: 1, collectionCount: 1 })
    await expect.poll(plays).toBe(true)
    expect((await trash()).items.map((item) => item.id)).toEqual([early])
  })

  it('invalidates the playlists of its own videos only', async () => {
    const listener = new pg.Client({ connectionString: world.kinora.databaseUrl })
    await listener.connect()
    const messages: string[] = []
    listener.on('notification', ({ payload = '' }) => messages.push(payload))
    await listener.query(`LISTEN ${contentChannel}`)
    const closed = await folder('Closed')
    const { id, playbackId } = world.content
    // Videos of other tests can still be processing.
    const stored = { ...world.kinora, contentId: id }
    const bystander = await copyReadyVideo(stored, owner.environmentId ?? '', { title: 'Bystander' })
    const { playbackId: other } = await owner.call('getContent', { params: { id: bystander } })
    await owner.call('moveContents', { body: { ids: [id], assetCollectionUUID: closed } })
    await owner.call('deleteCollection', { params: { id: closed } })
    await owner.call('restoreCollection', { params: { id: closed } })
    const named = () => messages.flatMap((message) => message.split(','))
    await expect.poll(() => named().filter((each) => each === playbackId).length).toBeGreaterThan(1)
    // An empty message would empty the memory of every tenant.
    for (const wrong of ['', other]) expect(named()).not.toContain(wrong)
    await listener.end()
  })

  it('items restored without their parent go to the top level', async () => {
    const outer = await folder('Tournament')
    const inner = await folder('Semi-final', outer)
    const { id } = world.content
    await owner.call('moveContents', { body: { ids: [id], assetCollectionUUID: inner } })
    await owner.call('deleteCollection', { params: { id: inner } })
    await owner.call('deleteCollection', { params: { id: outer } })
    await owner.call('restoreContents', { body: { ids: [id] } })
    expect(await owner.call('getContent', { params: { id } })).toMatchObject({ assetCollectionUUID: null })
    expect(await owner.call('restoreCollection', { params: { id: inner } })).toMatchObject({
      parentCollectionUUID: null,
    })
  })

  it('is deleted permanently with its videos on request', async () => {
    const deletedFolder = await folder('To delete')
    const { id } = await uploadFile(owner, world.clip, 'doomed.mp4')
    await owner.call('moveContents', { body: { ids: [id], assetCollectionUUID: deletedFolder } })
    await owner.call('deleteCollection', { params: { id: deletedFolder }, query: { permanently: true } })
    expect(await owner.try('getCollection', { params: { id: deletedFolder } })).toMatchObject(gone)
    expect(await owner.try('getContent', { params: { id } })).toMatchObject(gone)
    expect(await owner.call('restoreContents', { body: { ids: [id] } })).toEqual({ restored: [] })
    await world.kinora.sweep()
    expect(await world.sql('SELECT id FROM contents WHERE id = $1', [id])).toEqual([])
  })
})

it('the trash is emptied after 30 days, and not before', async () => {
  const early = await folder('Early')
  const { id } = await uploadFile(owner, world.clip, 'early and late.mp4')
  await owner.call('deleteContent', { params: { id } })
  await owner.call('deleteCollection', { params: { id: early } })
  clock.advance(29 * 24 * 3600)
  await world.kinora.sweep()
  const [token] = await world.sql('SELECT id FROM contents WHERE id = $1', [id])
  expect(token).toEqual({ id })
  clock.advance(2 * 24 * 3600)
  await world.kinora.sweep()
  expect(await world.sql('SELECT id FROM contents WHERE id = $1', [id])).toEqual([])
  expect(await world.sql('SELECT id FROM asset_collections WHERE id = $1', [early])).toEqual([])
})

it('a video that is restored while the trash is emptied is kept', async () => {
  const lateOwner = await newOwner(world.kinora.url)
  const { id } = await uploadFile(lateOwner, world.clip, 'just in time.mp4')
  await lateOwner.call('deleteContent', { params: { id } })
  clock.advance(31 * 24 * 3600)
  const restoring = await world.hold('UPDATE contents SET trashed_at = NULL WHERE id = $1', [id])
  await Promise.all([world.kinora.sweep(), restoring.releaseOnceAwaited()])
  expect(await world.sql('SELECT trashed_at FROM contents WHERE id = $1', [id])).toEqual([
    { trashed_at: null },
  ])
})
