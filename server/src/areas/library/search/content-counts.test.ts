import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

type Status = 'pending' | 'processing' | 'ready' | 'failed'

async function total(status: Status[] = []): Promise<number> {
  const query = { pageSize: 1, ...(status.length > 0 ? { status } : {}) }
  return (await world.owner.call('listContents', { query })).totalItems
}

async function totals() {
  const [ready, pending, both, all] = await Promise.all([
    total(['ready']),
    total(['pending']),
    total(['ready', 'pending']),
    total(),
  ])
  return { ready, pending, both, all }
}

const rows = () => world.sql('SELECT environment_id, status, is_trashed, change::int FROM content_counts')

it('counts added, changed and removed videos, and none of others', async () => {
  expect(await totals()).toEqual({ ready: 1, pending: 1, both: 2, all: 2 })
  const { contentId } = await world.owner.call('createUpload', {
    body: { fileName: 'more.mp4', fileSize: 10 },
  })
  expect(await totals()).toEqual({ ready: 1, pending: 2, both: 3, all: 3 })
  await world.sql(`UPDATE contents SET status = 'failed' WHERE id = $1`, [contentId])
  expect(await totals()).toEqual({ ready: 1, pending: 1, both: 2, all: 3 })
  await world.owner.call('deleteContent', { params: { id: contentId } })
  expect(await totals()).toEqual({ ready: 1, pending: 1, both: 2, all: 2 })
  expect((await world.stranger.call('listContents', { query: {} })).totalItems).toBe(0)
})

it('counts search results', async () => {
  const search = (phrase: string) => world.owner.call('listContents', { query: { phrase } })
  expect((await search('SECRET plans')).totalItems).toBe(1)
  expect((await search('nothing of the sort')).totalItems).toBe(0)
})

it('counts concurrent inserts', async () => {
  const { environmentId } = world.stranger
  await world.sql(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playback_policy, playback_id, created_at)
     SELECT gen_random_uuid(), $1, 'x', 'x', 'ready', 'public', 'many' || n, now() FROM generate_series(1, 500) AS n`,
    [environmentId],
  )
  expect((await world.stranger.call('listContents', { query: {} })).totalItems).toBe(500)
  await world.sql('DELETE FROM contents WHERE environment_id = $1', [environmentId])
  expect((await world.stranger.call('listContents', { query: {} })).totalItems).toBe(0)
})

it('merges counter rows without changing the counts', async () => {
  const before = await totals()
  await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
  expect(await totals()).toEqual(before)
  const { environmentId } = world.owner
  const counted = await rows()
  expect(counted).toHaveLength(3)
  for (const [status, isTrashed] of [
    ['ready', false],
    ['pending', false],
    ['failed', true],
  ] as const)
    expect(counted).toContainEqual({
      environment_id: environmentId,
      status,
      is_trashed: isTrashed,
      change: 1,
    })
})
