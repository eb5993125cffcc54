import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

it('events name their video with its poster, as long as it exists', async () => {
  const { owner, content, sql } = world
  const videoOf = async () => {
    const { items } = await owner.call('listEvents', { query: { objectId: content.id } })
    const [event] = items
    const one = await owner.call('getEvent', { params: { id: event?.id ?? '' } })
    expect(one.video).toEqual(event?.video)
    return event?.video
  }
  await sql('UPDATE contents SET has_poster = true WHERE id = $1', [content.id])
  const { poster, title } = await owner.call('getContent', { params: { id: content.id } })
  expect(poster).not.toBeNull()
  const shown = await videoOf()
  expect(shown).toMatchObject({ id: content.id, title })
  expect(shown?.poster?.split('?v=')[0]).toBe(poster?.split('?v=')[0])
  await owner.call('deleteContent', { params: { id: content.id } })
  expect(await videoOf()).toMatchObject({ title, poster: null })
  await sql('DELETE FROM contents WHERE id = $1', [content.id])
  expect(await videoOf()).toBeNull()
})
