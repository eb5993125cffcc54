import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { progressChannel } from '../../../platform/events/progress.ts'
import { type Client, client } from '../../../testing/client.ts'
import { listen, until } from '../../../testing/event-stream.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { newImport } from '../../../testing/sheets.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const all = { create: true, read: true, update: true, delete: true }
const rights = { Videos: { Video: all }, DAM: { Folder: all } }

let world: World
let owner: Client
let folders: { readonly news: string; readonly below: string; readonly sports: string }
/** A tagged video in a subfolder of News, and one outside the filter. */
let shown: string
let hidden: string

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  const news = await newFolder('News', null)
  const below = await newFolder('Evening', news)
  folders = { news, below, sports: await newFolder('Sports', null) }
  shown = await video('Goal of the evening', below)
  hidden = await video('Goal of the parliament', folders.sports)
  const metadata = [{ key: 'programme', value: 'Evening news' }]
  await owner.call('updateContent', { params: { id: shown }, body: { tags: ['news', 'goal'], metadata } })
  await owner.call('updateContent', { params: { id: hidden }, body: { tags: ['sports'] } })
})
afterAll(() => world.end())

describe('a role limited to', () => {
  it.each([
    ['a tag', () => ({ tags: ['news', 'weather'] })],
    ['a folder', () => ({ folders: [folders.news] })],
    ['metadata', () => ({ metadata: [{ key: 'programme', value: 'Evening news' }] })],
    [
      'all three',
      () => ({ tags: ['news'], folders: [folders.below], metadata: [programme('Evening news')] }),
    ],
  ])('%s shows only the videos that match', async (_, filter) => {
    const member = await limited(filter())
    const seen = [shown]
    expect(await listed(member)).toEqual(seen)
    expect((await member.call('listContents', { query: { category: 'Video' } })).totalItems).toBe(1)
    expect(await listed(member, { phrase: 'goal' })).toEqual(seen)
    expect(await listed(member, { phrase: 'parliament' })).toEqual([])
    // Similar words.
    expect(await listed(member, { phrase: 'parliment' })).toEqual([])
    expect((await member.try('getContent', { params: { id: hidden } })).status).toBe(404)
    expect((await member.try('getContent', { params: { id: shown } })).status).toBe(200)
  })

  it.each([
    ['each kind', () => ({ tags: ['news'], folders: [folders.sports] })],
    ['the value of the key', () => ({ metadata: [programme('Morning news')] })],
    ['a folder of this environment', () => ({ folders: [randomUUID()] })],
  ])('%s shows nothing else', async (_, filter) => {
    const member = await limited(filter())
    expect(await listed(member)).toEqual([])
    expect((await member.try('getContent', { params: { id: shown } })).status).toBe(404)
  })
})

describe('a person whose role is limited', () => {
  let member: Client
  beforeAll(async () => {
    member = await limited({ tags: ['news'] })
  })

  it('also sees videos that they added, personally or with a token, before and after tagging', async () => {
    const upload = { body: { fileName: 'mine.mp4', fileSize: 10, title: 'Mine' } }
    const { contentId, uploadId } = await member.call('createUpload', upload)
    expect(await listed(member, { phrase: 'mine' })).toEqual([contentId])
    expect((await member.try('getUpload', { params: { id: uploadId } })).status).toBe(200)
    const { secret } = await member.call('createToken', {
      body: { name: 'Ingest', permission: ['read', 'write'] },
    })
    const program = client(owner.url, secret, owner.organizationId, owner.environmentId)
    const byProgram = await program.call('createUpload', upload)
    expect(await listed(program)).toEqual([byProgram.contentId, contentId, shown])
    expect((await program.try('getContent', { params: { id: hidden } })).status).toBe(404)
    const other = await limited({ tags: ['news'] })
    expect(await listed(other)).toEqual([shown])
    expect((await other.try('getUpload', { params: { id: uploadId } })).status).toBe(404)
    await member.call('updateContent', { params: { id: contentId }, body: { tags: ['news'] } })
    expect(await listed(other)).toEqual([contentId, shown])
    await owner.call('deleteContents', { body: { ids: [contentId, byProgram.contentId], permanently: true } })
  })

  it('sees the clips and the trash of visible videos only', async () => {
    const span = { startTime: 0, endTime: 1 }
    const clip = await owner.call('createClip', { params: { id: shown }, body: { name: 'Cut', ...span } })
    const clips = async () => (await member.call('listClips', { params: { id: shown } })).totalItems
    expect(await clips()).toBe(0)
    await owner.call('tagContents', { body: { ids: [clip.id], add: ['news'] } })
    expect(await clips()).toBe(1)
    const trashed = await video('Old news')
    const ids = [trashed, await video('Old sports')]
    await owner.call('tagContents', { body: { ids: [trashed], add: ['news'] } })
    await owner.call('deleteContents', { body: { ids } })
    expect(await listed(member, { trashed: true })).toEqual([trashed])
    const { restored } = await member.call('restoreContents', { body: { ids } })
    expect(restored).toEqual([trashed])
    await owner.call('deleteContents', { body: { ids: [...ids, clip.id], permanently: true } })
  })

  it('changes only visible videos in bulk, and learns nothing about the others', async () => {
    const ids = [shown, hidden]
    expect((await member.call('tagContents', { body: { ids, add: ['seen'] } })).tagged).toEqual([shown])
    expect((await member.call('deleteContents', { body: { ids: [hidden] } })).deleted).toEqual([])
    expect(await owner.call('getContent', { params: { id: hidden } })).toMatchObject({
      tags: ['sports'],
      trashedAt: null,
    })
    const { items: tags } = await member.call('listTags', {})
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['goal', 'news', 'seen'])
    await owner.call('tagContents', { body: { ids: [shown], remove: ['seen'] } })
    expect((await member.call('listMetadataKeys', {})).items).toMatchObject([{ key: 'programme', count: 1 }])
    const { items } = await member.call('listCollections', {})
    const sizes = new Map(items.map(({ id, assetCount, storage }) => [id, [assetCount, storage > 0]]))
    expect([sizes.get(folders.news), sizes.get(folders.sports)]).toEqual([
      [1, true],
      [0, false],
    ])
  })

  it('cannot trash or delete a folder with hidden videos in it', async () => {
    const params = { id: folders.sports }
    expect((await member.try('deleteCollection', { params })).status).toBe(403)
    expect((await member.try('deleteCollection', { params, query: { permanently: true } })).status).toBe(403)
  })

  it('keeps a text that is the id of a hidden video', async () => {
    // It has no tag.
    const { id } = world.content
    const body = { externalId: id, title: id }
    expect(await member.call('updateContent', { params: { id: shown }, body })).toMatchObject(body)
    const title = 'Goal of the evening'
    await owner.call('updateContent', { params: { id: shown }, body: { externalId: null, title } })
  })

  it('has the limits of their role in the environment, if there is one', async () => {
    const permissions = JSON.stringify({ ...rights, filter: { tags: ['news'] } })
    const params = { id: owner.organizationId ?? '' }
    const { id: roleId } = await owner.call('createRole', {
      params,
      body: { name: 'News desk', permissions },
    })
    const other = await world.member(null)
    expect(await listed(other)).toContain(hidden)
    const { id: userId } = await other.call('getUser', { params: { id: 'me' } })
    const environmentId = owner.environmentId ?? ''
    await owner.call('assignRole', { params, body: { userId, roleId, environmentId } })
    expect(await listed(other)).toEqual([shown])
  })

  it('sees only their own imports', async () => {
    const mine = await newImport(member, [['URL'], ['http://127.0.0.1:9/a.mp4']])
    const theirs = await newImport(owner, [['URL'], ['http://127.0.0.1:9/b.mp4']])
    expect((await member.call('listImports', {})).items.map(({ id }) => id)).toEqual([mine.id])
    expect((await member.try('getImport', { params: { id: theirs.id } })).status).toBe(404)
    expect((await member.try('getImport', { params: { id: mine.id } })).status).toBe(200)
  })

  it('has no webhooks, which send the events of all videos', async () => {
    expect((await member.try('listWebhooks', {})).status).toBe(403)
  })
})

describe('a role limited to a folder', () => {
  let member: Client
  beforeAll(async () => {
    member = await limited({ folders: [folders.below] })
  })

  it('shows this folder, those in it and the path to it', async () => {
    const inside = await newFolder('Weather', folders.below)
    const beside = await newFolder('Morning', folders.news)
    const { items } = await member.call('listCollectionTree', {})
    expect(items.map(({ name, assetCount }) => [name, assetCount])).toEqual([
      ['Evening', 1],
      ['News', 1],
      ['Weather', 0],
    ])
    expect(await member.call('getStorageUse', {})).toEqual({ use: null })
    const params = { id: folders.news }
    expect(await member.call('getCollection', { params })).toMatchObject({
      collectionCount: 2,
      assetCount: 1,
    })
    expect((await member.try('getCollection', { params: { id: beside } })).status).toBe(404)
    const top = await member.call('listContents', { query: { showAssetCollections: true } })
    expect(top.assetCollections.map(({ name }) => name)).toEqual(['News'])
    const query = { assetCollectionUUID: folders.sports }
    expect((await member.try('listContents', { query })).status).toBe(404)
    expect((await member.try('getCollection', { params: { id: inside } })).status).toBe(200)
  })

  it('allows changes in this folder only', async () => {
    const make = (parentCollectionUUID: string | null) =>
      member.try('createCollection', { body: { name: `Folder ${randomUUID()}`, parentCollectionUUID } })
    expect((await make(folders.below)).status).toBe(201)
    expect((await make(folders.news)).status).toBe(404)
    expect((await make(null)).status).toBe(403)
    const params = { id: folders.news }
    expect((await member.try('updateCollection', { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await member.try('deleteCollection', { params })).status).toBe(404)
    const out = { params: { id: folders.below }, body: { parentCollectionUUID: null } }
    expect((await member.try('updateCollection', out)).status).toBe(403)
  })
})

describe('activity of a person whose role is limited', () => {
  let member: Client
  beforeAll(async () => {
    member = await limited({ tags: ['news'] })
  })

  it('consists of events of visible videos, in lists, one by one and in exports', async () => {
    const name = `Subtitle ${randomUUID()}`
    const add = (id: string) =>
      owner.call('createSubtitle', { params: { id }, body: { name, languageCode: 'hi' } })
    const [seen, unseen] = [await add(shown), await add(hidden)]
    const ofOwner = (await owner.call('listEvents', { query: { phrase: name } })).items
    expect(ofOwner.map(({ object }) => object.id)).toEqual([unseen.id, seen.id])
    const ofMember = (await member.call('listEvents', { query: { phrase: name } })).items
    expect(ofMember.map(({ object }) => object.id)).toEqual([seen.id])
    const objects = async (query: { everywhere?: boolean; objectId?: string }) =>
      (await member.call('listEvents', { query })).items.map(({ object }) => object.id)
    expect(await objects({})).toContain(shown)
    expect([...(await objects({})), ...(await objects({ everywhere: true }))]).not.toContain(hidden)
    expect(await objects({ objectId: hidden })).toEqual([])
    for (const { id, object } of ofOwner) {
      const { status } = await member.try('getEvent', { params: { id } })
      expect(status).toBe(object.id === seen.id ? 200 : 404)
    }
    const exported = await member.send('GET', '/data/api/v1/events/export?format=json')
    expect(JSON.stringify(exported.body)).toContain(shown)
    expect(JSON.stringify(exported.body)).not.toContain(hidden)
    const gone = await video('Short-lived')
    await owner.call('tagContents', { body: { ids: [gone], add: ['news'] } })
    await owner.call('deleteContent', { params: { id: gone }, query: { permanently: true } })
    expect(await objects({ objectId: gone })).toEqual([])
  })

  it('consists of the requests about visible videos, with bodies only of their own', async () => {
    for (const id of [shown, hidden]) await owner.call('getContent', { params: { id } })
    await owner.call('listContents', {})
    // The response could contain hidden clips.
    await owner.call('listClips', { params: { id: shown } })
    await member.call('listAudioTracks', { params: { id: shown } })
    const query = { phrase: '/video/api/v1/contents' }
    const isLogged = (url: string) => async () =>
      (await owner.call('listLogs', { query })).items.some((line) => line.url.startsWith(url))
    for (const path of [shown, hidden, 'paginated', `${shown}/clips`, `${shown}/audio_tracks`])
      await expect.poll(isLogged(`/video/api/v1/contents/${path}`)).toBe(true)
    const lines = (await member.call('listLogs', { query })).items
    const find = (path: string) => lines.find(({ url, by }) => url.endsWith(path) && by?.kind === 'person')
    expect(find(hidden)).toBeUndefined()
    const body = async (path: string) =>
      (await member.call('getLog', { params: { id: find(path)?.id ?? '' } })).responseBody
    expect(await body('audio_tracks')).not.toBeNull()
    for (const path of [shown, 'paginated', 'clips']) expect(await body(path), path).toBeNull()
    const [line] = (await owner.call('listLogs', { query: { objectId: hidden } })).items
    expect((await member.try('getLog', { params: { id: line?.id ?? '' } })).status).toBe(404)
    expect((await member.call('listLogs', { query: { objectId: hidden } })).items).toEqual([])
  })

  it('consists of audit entries of visible videos', async () => {
    const organizationId = owner.organizationId ?? ''
    const { items } = await member.call('listAudit', { query: { organizationId, pageSize: 100 } })
    const objects = items.map(({ object }) => object.id)
    expect(objects).toContain(shown)
    expect(objects).not.toContain(hidden)
  })

  it('arrives live for visible videos', async () => {
    const [theirs, mine] = [await listen(owner), await listen(member)]
    const progress = (contentId: string) =>
      world.sql('SELECT pg_notify($1, $2)', [
        progressChannel,
        `${owner.environmentId} ${JSON.stringify({ object: { type: 'asset', id: contentId }, contentId, progress: 0.5, etaS: null })}`,
      ])
    for (const id of [hidden, shown]) {
      await owner.call('updateContent', { params: { id }, body: { description: 'Live' } })
      await owner.call('getContent', { params: { id } })
      await progress(id)
    }
    const count = ({ messages }: typeof mine, name: string, id: string) =>
      messages.filter((each) => each.name === name && JSON.stringify(each.data).includes(id)).length
    const hasAll = (stream: typeof mine, id: string) =>
      ['event', 'log', 'progress'].every((name) => count(stream, name, id) > 0)
    await until(() => hasAll(theirs, hidden) && hasAll(theirs, shown) && hasAll(mine, shown))
    for (const name of ['event', 'log', 'progress']) expect(count(mine, name, hidden), name).toBe(0)
    await Promise.all([theirs.close(), mine.close()])
  })
})

function programme(value: string) {
  return { key: 'programme', value }
}

function limited(filter: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Client> {
  return world.member(JSON.stringify({ ...rights, ...more, filter }))
}

async function listed(who: Client, query: { phrase?: string; trashed?: boolean } = {}): Promise<string[]> {
  return (await who.call('listContents', { query })).items.map(({ id }) => id)
}

async function newFolder(name: string, parentCollectionUUID: string | null): Promise<string> {
  return (await owner.call('createCollection', { body: { name, parentCollectionUUID } })).id
}

async function video(title: string, assetCollectionUUID: string | null = null): Promise<string> {
  const id = await copyReadyVideo(
    { ...world.kinora, contentId: world.content.id },
    owner.environmentId ?? '',
    {
      title,
    },
  )
  await owner.call('moveContents', { body: { ids: [id], assetCollectionUUID } })
  return id
}
