import { afterAll, beforeAll, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.end())

const stored = () =>
  world.sql(
    `SELECT object_id, meter, count(*)::int AS hours, max(quantity)::int AS most FROM usage_records
     WHERE meter LIKE 'stored%' GROUP BY object_id, meter ORDER BY meter`,
  )

it('counts each video once an hour, also in the trash, and not test videos', async () => {
  const trashed = await world.copyVideo()
  await world.owner.call('deleteContent', { params: { id: trashed.id } })
  const test = await world.copyVideo()
  await world.sql('UPDATE contents SET is_test = true WHERE id = $1', [test.id])
  const deleted = await world.copyVideo()
  await world.owner.call('deleteContent', { params: { id: deleted.id }, query: { permanently: true } })
  await world.sql('DELETE FROM usage_hours')
  await world.sql(`DELETE FROM usage_records WHERE meter LIKE 'stored%'`)
  await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
  await world.kinora.sweep()
  const rows = await stored()
  expect(new Set(rows.map(({ object_id }) => object_id))).toEqual(new Set([world.content.id, trashed.id]))
  expect(rows.every(({ hours }) => hours === 1)).toBe(true)
  const [bytes, time] = rows.filter(({ object_id }) => object_id === world.content.id)
  expect(bytes?.most).toBeGreaterThan(10_000)
  expect(time?.most).toBe(Math.round((world.content.duration ?? 0) * 1000))
  // Hours in which nothing ran are left out.
  clock.advance(3 * 3600)
  await world.kinora.sweep()
  expect((await stored()).every(({ hours }) => hours === 2)).toBe(true)
})
