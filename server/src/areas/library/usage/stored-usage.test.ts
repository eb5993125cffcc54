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
    `SELECT object_id, meter, occurred_at, quantity::int AS sum FROM usage_records
     WHERE meter LIKE 'stored%' ORDER BY meter, object_id`,
  )

it('records the hours of each video once a day, also in the trash, and not test videos', async () => {
  const trashed = await world.copyVideo()
  await world.owner.call('deleteContent', { params: { id: trashed.id } })
  const test = await world.copyVideo()
  await world.sql('UPDATE contents SET is_test = true WHERE id = $1', [test.id])
  const deleted = await world.copyVideo()
  await world.owner.call('deleteContent', { params: { id: deleted.id }, query: { permanently: true } })
  const leaving = await world.copyVideo()
  await world.sql('DELETE FROM usage_hours')
  await world.sql('DELETE FROM usage_stored_days')
  await world.sql(`DELETE FROM usage_records WHERE meter LIKE 'stored%'`)
  const day = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const moveTo = async (time: string) => {
    clock.advance((Date.parse(time) - clock.now().getTime()) / 1000)
    await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
    await world.kinora.sweep()
  }
  await moveTo(`${day}T01:10:00Z`)
  expect(await stored()).toEqual([])
  await world.owner.call('deleteContent', { params: { id: leaving.id }, query: { permanently: true } })
  // Hours in which nothing ran are left out.
  await moveTo(`${day}T05:50:00Z`)
  await moveTo(`${day}T23:59:00Z`)
  expect(await stored()).toEqual([])
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  await moveTo(`${next}T00:01:00Z`)
  const rows = await stored()
  const ms = Math.round((world.content.duration ?? 0) * 1000)
  const timeOf = (id: string) =>
    rows.find(({ object_id, meter }) => object_id === id && meter === 'stored-time')?.sum
  expect([world.content, trashed, leaving, test, deleted].map(({ id }) => timeOf(id))).toEqual([
    3 * ms,
    3 * ms,
    ms,
    undefined,
    undefined,
  ])
  expect(rows.length).toBe(6)
  const own = rows.filter(({ object_id }) => object_id === world.content.id)
  expect(own.map(({ occurred_at }) => occurred_at)).toEqual(Array(2).fill(new Date(`${day}T23:00:00Z`)))
  expect(own[0]?.sum).toBeGreaterThan(30_000)
  await world.kinora.sweep()
  expect(await stored()).toEqual(rows)
})
