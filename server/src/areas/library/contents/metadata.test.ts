import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let id = ''
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  id = world.content.id
})
afterAll(() => world.end())

const set = (
  metadata: { key: string; value: string; type?: 'text' | 'number' | 'date' | 'boolean' | 'url' }[],
) => owner.try('updateContent', { params: { id }, body: { metadata } })

describe('metadata', () => {
  it('is stored with its types, and found by key and value', async () => {
    const metadata = [
      { key: 'programme', value: 'Evening news', type: 'text' as const },
      { key: 'season', value: '4', type: 'number' as const },
      { key: 'aired', value: '2026-02-28', type: 'date' as const },
      { key: 'live', value: 'false', type: 'boolean' as const },
      { key: 'page', value: 'https://example.com/4', type: 'url' as const },
    ]
    expect((await set(metadata)).status).toBe(200)
    expect((await owner.call('getContent', { params: { id } })).metadata).toEqual(metadata)
    const byKey = await owner.call('listContents', { query: { metadataKey: 'season' } })
    const byValue = await owner.call('listContents', { query: { phrase: 'evening news' } })
    expect([byKey.totalItems, byValue.totalItems]).toEqual([1, 1])
  })

  it.each([
    [[{ key: 'season', value: 'four', type: 'number' as const }]],
    [[{ key: 'aired', value: '2026-02-31', type: 'date' as const }]],
    [[{ key: 'live', value: 'yes', type: 'boolean' as const }]],
    [[{ key: 'page', value: 'javascript:alert(1)', type: 'url' as const }]],
    [[{ key: ' padded', value: 'x' }]],
    [[{ key: 'empty', value: '' }]],
    [
      [
        { key: 'Twice', value: '1' },
        { key: 'twice', value: '2' },
      ],
    ],
  ])('%j is refused, and nothing is lost', async (metadata) => {
    expect(await set(metadata)).toMatchObject({ status: 400, body: { type: '/problems/request-invalid' } })
    expect((await owner.call('getContent', { params: { id } })).metadata).toHaveLength(5)
  })

  it('its keys and the tags are suggested within the organization only', async () => {
    const other = await owner.call('createEnvironment', {
      body: { organizationId: owner.organizationId ?? '', name: 'Staging', type: 'staging' },
    })
    await owner.call('updateContent', { params: { id }, body: { tags: ['news', 'telugu'] } })
    const ask = async (who: Client, path: string) =>
      (await who.send('GET', path, { headers: { 'environment-id': other.id } })).body
    const keys = await ask(owner, '/video/api/v1/metadata_keys')
    expect(keys).toMatchObject({
      items: expect.arrayContaining([{ key: 'season', type: 'number', count: 1 }]),
    })
    expect(await ask(owner, '/video/api/v1/tags')).toEqual({
      items: [
        { tag: 'news', count: 1 },
        { tag: 'telugu', count: 1 },
      ],
    })
    expect(await world.stranger.call('listTags', {})).toEqual({ items: [] })
    expect(await world.stranger.call('listMetadataKeys', {})).toEqual({ items: [] })
  })

  it('and names have one Unicode form, in which equal tags are one', async () => {
    const [composed, decomposed] = ['Café', 'Café'.normalize('NFD')]
    const metadata = [{ key: decomposed, value: decomposed }]
    const body = { title: decomposed, tags: [composed, decomposed], metadata }
    const changed = await owner.call('updateContent', { params: { id }, body })
    expect(changed).toMatchObject({ title: composed, tags: [composed] })
    expect(changed.metadata).toEqual([{ key: composed, value: composed, type: 'text' }])
    const { items } = await owner.call('listContents', { query: { tag: [decomposed] } })
    expect(items.map((item) => item.id)).toEqual([id])
    const file = { fileName: `${decomposed}.mp4`, fileSize: 1000, playbackPolicy: 'public' as const }
    const upload = await owner.call('createUpload', { body: file })
    const made = await owner.call('getContent', { params: { id: upload.contentId } })
    expect([made.title, made.source.fileName]).toEqual([composed, `${composed}.mp4`])
  })
})

describe('the history of a video', () => {
  it('lists changes with their users, and undoes a change unless the fields were changed again', async () => {
    const params = { id }
    await owner.call('updateContent', { params, body: { title: 'First title', externalId: 'cms-1' } })
    await owner.call('updateContent', { params, body: { title: 'Second title', description: 'Words' } })
    const { items } = await owner.call('listContentChanges', { params })
    const [second, first] = items
    expect(second).toMatchObject({
      by: 'Ananya Rao Iyer',
      before: { title: 'First title', description: '' },
      after: { title: 'Second title', description: 'Words' },
    })
    const undo = (changeId = '') => owner.try('undoContentChange', { params: { id, changeId } })
    expect(await undo(first?.id)).toMatchObject({ status: 409, body: { type: '/problems/changed-since' } })
    expect(await undo(second?.id)).toMatchObject({
      status: 200,
      body: { title: 'First title', description: '' },
    })
    const undone = await undo(first?.id)
    expect(undone).toMatchObject({ status: 200, body: { externalId: null } })
    expect((await owner.call('listContentChanges', { params })).items).toHaveLength(items.length + 2)
  })

  it('of others is not found', async () => {
    const { items } = await owner.call('listContentChanges', { params: { id } })
    const params = { id, changeId: items[0]?.id ?? '' }
    expect((await world.stranger.try('listContentChanges', { params })).status).toBe(404)
    expect((await world.stranger.try('undoContentChange', { params })).status).toBe(404)
    const foreign = await owner.try('undoContentChange', {
      params: { id: world.upload.contentId, changeId: params.changeId },
    })
    expect(foreign.status).toBe(404)
  })
})
