import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

const seen = (name: string | null = null) =>
  newPersonSeen({ owner, sql: world.sql, video: async () => (await world.copyVideo()).id }, name)
const list = async (phrase?: string) =>
  (await owner.call('listPeople', { query: phrase === undefined ? {} : { phrase } })).items

it('lists people with a name first, and finds them by it', async () => {
  const nobody = await seen()
  const anna = await seen('Anna Lee')
  expect((await list()).map(({ id }) => id)).toEqual([anna.personId, nobody.personId])
  expect(await list('lee')).toMatchObject([{ id: anna.personId, name: 'Anna Lee', videos: 1 }])
  expect(await list('ravi')).toEqual([])
})

it('makes one person of two, which keeps the name', async () => {
  const [one, other] = [await seen(), await seen('Ravi Kumar')]
  const params = { id: one.personId }
  const merged = await owner.call('mergePeople', { params, body: { otherId: other.personId } })
  expect(merged).toMatchObject({ id: one.personId, name: 'Ravi Kumar', videos: 2 })
  expect(await list('ravi')).toHaveLength(1)
  const itself = await owner.call('mergePeople', { params, body: { otherId: one.personId } })
  expect(itself.videos).toBe(2)
  await expect(owner.call('mergePeople', { params, body: { otherId: other.personId } })).rejects.toThrow(
    '404',
  )
})

it('erases a person permanently', async () => {
  const { personId: id, contentId } = await seen('Maria')
  await owner.call('deletePerson', { params: { id } })
  expect(await world.sql('SELECT FROM faces WHERE content_id = $1', [contentId])).toHaveLength(0)
  expect(await world.sql('SELECT FROM people WHERE id = $1', [id])).toHaveLength(0)
  expect(await list('maria')).toEqual([])
})

it('shows and changes nobody who is seen only in videos that a role hides', async () => {
  const { personId: id } = await seen('Hidden')
  const rights = {
    Videos: { Video: { read: true, update: true } },
    filter: { folders: [world.collection.id] },
  }
  const limited = await newMember(owner, world.sql, JSON.stringify(rights))
  expect((await limited.call('listPeople', { query: {} })).items).toEqual([])
  await expect(limited.call('deletePerson', { params: { id } })).rejects.toThrow('404')
})

it('changes nobody who is also seen in videos that a role hides', async () => {
  const [shown, hidden] = [await seen('Asha'), await seen()]
  const { id: folder } = world.collection
  await world.sql('UPDATE contents SET collection_id = $1 WHERE id = $2', [folder, shown.contentId])
  const rights = {
    Videos: { Video: { read: true, update: true, delete: true } },
    filter: { folders: [folder] },
  }
  const limited = await newMember(owner, world.sql, JSON.stringify(rights))
  const params = { id: shown.personId }
  expect(await limited.call('updatePerson', { params, body: { name: 'Asha Menon' } })).toMatchObject({
    videos: 1,
  })
  await owner.call('mergePeople', { params, body: { otherId: hidden.personId } })
  await expect(limited.call('updatePerson', { params, body: { name: 'Other' } })).rejects.toThrow('403')
  await expect(limited.call('deletePerson', { params })).rejects.toThrow('403')
  expect(await list('asha')).toMatchObject([{ name: 'Asha Menon', videos: 2 }])
})
