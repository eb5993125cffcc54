import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
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
