import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const use = async (who = world.owner) => (await who.call('getStorageUse', {})).use

/** The storage use, calculated from the rows. */
async function measured() {
  const [row] = await world.sql(
    `SELECT coalesce(sum(source_bytes) FILTER (WHERE trashed_at IS NULL), 0)::float AS originals,
       coalesce(sum(source_bytes) FILTER (WHERE trashed_at IS NOT NULL), 0)::float AS "trashedOriginals",
       (SELECT coalesce(sum(size_bytes), 0)::float FROM renditions) AS renditions FROM contents`,
    [],
  )
  return row
}

it('is the storage of source files and finished renditions', async () => {
  const before = await use()
  expect(before).toEqual(await measured())
  expect(before?.originals).toBeGreaterThan(0)
  expect(before?.renditions).toBeGreaterThan(0)
  expect(await use(world.stranger)).toEqual({ originals: 0, renditions: 0, trashedOriginals: 0 })

  await world.sql('UPDATE renditions SET size_bytes = size_bytes + 1000 WHERE content_id = $1', [
    world.content.id,
  ])
  await world.sql(
    `INSERT INTO renditions (id, content_id, position, name, type, is_original, bitrate, status, output_id, size_bytes)
     VALUES (gen_random_uuid(), $1, 90, '90p', 'video', false, 1, 'ready', gen_random_uuid(), 500)`,
    [world.content.id],
  )
  expect(await use()).toEqual(await measured())
  await world.sql(`DELETE FROM renditions WHERE name = '90p'`, [])
  expect(await use()).toEqual(await measured())
  await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
  expect(await use()).toEqual(await measured())
  expect(await world.sql('SELECT environment_id FROM rendition_bytes', [])).toHaveLength(1)
})

it('follows videos into the trash, and no longer counts deleted ones', async () => {
  const params = { id: world.content.id }
  await world.owner.call('deleteContent', { params })
  expect(await use()).toEqual(await measured())
  expect((await use())?.trashedOriginals).toBeGreaterThan(0)
  await world.owner.call('deleteContent', { params, query: { permanently: true } })
  expect(await use()).toMatchObject({ renditions: 0, trashedOriginals: 0 })
})
