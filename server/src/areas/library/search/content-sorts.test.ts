import { type ContentSort, contentSorts } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let clock: MovableClock

beforeAll(async () => {
  clock = movableClock()
  kinora = await startTestKinora({ clock })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

interface ContentFields {
  readonly status?: string
  readonly durationS?: number
  readonly bytes?: number
  readonly shortSide?: number
  readonly addedBy?: string
  /** Day of March. */
  readonly created: number
  readonly trashed?: number
  readonly expires?: number
}

async function add(title: string, given: ContentFields): Promise<void> {
  const day = (n: number | undefined) => (n === undefined ? null : new Date(Date.UTC(2026, 2, n)))
  const { status = 'ready', durationS, bytes, shortSide, addedBy, created, trashed, expires } = given
  await pool.sql(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playback_policy, playback_id, created_at,
       duration_s, source_bytes, short_side, added_by, trashed_at, expires_at)
     VALUES (gen_random_uuid(), $1, $2, lower($2), $3, 'public', gen_random_uuid(), $4, $5, $6, $7, $8, $9, $10)`,
    [
      owner.environmentId,
      title,
      status,
      day(created),
      durationS ?? null,
      bytes ?? null,
      shortSide ?? null,
      addedBy ?? null,
      day(trashed),
      day(expires),
    ],
  )
}

async function titles(sort: ContentSort, trashed = false): Promise<string> {
  const { items } = await owner.call('listContents', { query: { sort, trashed } })
  return items.map(({ title }) => title).join(' ')
}

async function folders(sort: ContentSort, trashed = false): Promise<string> {
  const query = { sort, trashed, showAssetCollections: true }
  const { assetCollections } = await owner.call('listContents', { query })
  return assetCollections.map(({ name }) => name).join(' ')
}

describe('a list of videos', () => {
  beforeAll(async () => {
    await add('b', { created: 3, bytes: 30, shortSide: 720, addedBy: 'Lakshmi', durationS: 5 })
    await add('A', { created: 2, bytes: 10, shortSide: 2160, addedBy: 'ananya', status: 'failed' })
    await add('c', { created: 1, status: 'pending' })
  })

  it.each([
    ['-createdAt', 'b A c'],
    ['createdAt', 'c A b'],
    ['title', 'A b c'],
    ['-title', 'c b A'],
    ['items', 'A b c'],
    ['-items', 'A b c'],
    ['size', 'c A b'],
    ['-size', 'b A c'],
    ['resolution', 'c b A'],
    ['-resolution', 'A b c'],
    ['addedBy', 'c A b'],
    ['-addedBy', 'b A c'],
    ['status', 'A c b'],
    ['-status', 'b c A'],
  ] as const)('by %s is %s', async (sort, sorted) => {
    expect(await titles(sort)).toBe(sorted)
  })

  it('is complete in each order and across pages', async () => {
    for (const sort of contentSorts) {
      const pages = [1, 2, 3].map((pageNum) =>
        owner.call('listContents', { query: { sort, pageNum, pageSize: 1 } }),
      )
      const found = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ title }) => title))
      expect(found.sort(), sort).toEqual(['A', 'b', 'c'])
    }
  })
})

describe('the trash', () => {
  it('is sorted by its own columns', async () => {
    await add('gone first', { created: 1, trashed: 5, bytes: 2, expires: 9 })
    await add('a', { created: 2, trashed: 4, bytes: 3 })
    await add('z', { created: 3, trashed: 6, bytes: 1 })
    expect(await titles('-trashedAt', true)).toBe('z gone first a')
    expect(await titles('trashedAt', true)).toBe('a gone first z')
    expect(await titles('goneAt', true)).toBe('gone first a z')
    expect(await titles('-goneAt', true)).toBe('z a gone first')
    expect(await titles('size', true)).toBe('z gone first a')
    expect(await titles('title', true)).toBe('a gone first z')
  })
})

describe('folders in lists of videos', () => {
  it('are the first of their order at any number', async () => {
    const person = await newOwner(kinora.url)
    const body = { name: 'A', parentCollectionUUID: null }
    const { id } = await person.call('createCollection', { body })
    await pool.sql(
      `INSERT INTO asset_collections (id, environment_id, name, created_at)
       SELECT gen_random_uuid(), environment_id, 'B' || n, created_at FROM asset_collections, generate_series(1, 600) AS n WHERE id = $1`,
      [id],
    )
    await pool.sql(
      `UPDATE asset_collections SET created_at = created_at - interval '1 day' WHERE environment_id = $1`,
      [person.environmentId],
    )
    const last = await person.call('createCollection', { body: { ...body, name: 'Z' } })
    await person.call('createCollection', { body: { name: 'In it', parentCollectionUUID: last.id } })
    for (const sort of ['-createdAt', '-title', '-items'] as const) {
      const query = { sort, showAssetCollections: true }
      const { assetCollections } = await person.call('listContents', { query })
      expect(assetCollections).toHaveLength(500)
      expect(assetCollections?.[0]?.name).toBe('Z')
    }
  })
  it('and videos are sorted by letter and number in every language', async () => {
    const person = await newOwner(kinora.url)
    const sorted = ['ábaco', 'Äpfel', 'Banana', 'éclair', 'Episode 2', 'Episode 10', 'Öl', 'Zebra', 'zoo']
    const names = [...sorted, 'कमल', 'खरगोश'].toReversed()
    for (const name of names)
      await person.call('createCollection', { body: { name, parentCollectionUUID: null } })
    await pool.sql(
      `INSERT INTO contents (id, environment_id, title, search_text, status, playback_policy, playback_id, created_at)
       SELECT gen_random_uuid(), environment_id, name, '', 'ready', 'public', gen_random_uuid(), now()
       FROM asset_collections WHERE environment_id = $1`,
      [person.environmentId],
    )
    for (const [sort, expected] of [
      ['title', names.toReversed()],
      ['-title', names],
    ] as const) {
      const query = { sort, showAssetCollections: true }
      const { items, assetCollections } = await person.call('listContents', { query })
      expect(items.map(({ title }) => title)).toEqual(expected)
      expect(assetCollections.map(({ name }) => name)).toEqual(expected)
    }
  })
  it('are sorted like the videos', async () => {
    const made = []
    for (const name of ['Two', 'One', 'Three']) {
      made.push(await owner.call('createCollection', { body: { name, parentCollectionUUID: null } }))
      clock.advance(60)
    }
    expect(await folders('title')).toBe('One Three Two')
    expect(await folders('-title')).toBe('Two Three One')
    expect(await folders('createdAt')).toBe('Two One Three')
    expect(await folders('-createdAt')).toBe('Three One Two')
    expect(await folders('duration')).toBe('One Three Two')
    const [two, one] = made
    await pool.sql('UPDATE contents SET collection_id = $1 WHERE title = $2', [two?.id, 'A'])
    await pool.sql('UPDATE contents SET collection_id = $1 WHERE title = $2', [one?.id, 'b'])
    expect(await folders('size')).toBe('Three Two One')
    expect(await folders('-size')).toBe('One Two Three')
    expect(await folders('items')).toBe('Three One Two')
    expect(await folders('-items')).toBe('One Two Three')

    for (const { id } of [...made].reverse()) {
      await owner.call('deleteCollection', { params: { id } })
      clock.advance(60)
    }
    expect(await folders('-trashedAt', true)).toBe('Two One Three')
    expect(await folders('goneAt', true)).toBe('Three One Two')
  })
})
