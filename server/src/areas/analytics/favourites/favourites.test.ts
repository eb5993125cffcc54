import { favouriteLimits } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { favouriteOf, newFavourite } from '../../../testing/analytics/favourites.ts'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const member = () => newMember(owner, pool.sql, JSON.stringify({ Analytics: { Views: { read: true } } }))
const list = async (who: Client) => (await who.call('listFavouriteFilters', {})).items
const names = async (who: Client) => (await list(who)).map(({ name }) => name)
const update = (who: Client, id: string, body: Partial<ReturnType<typeof favouriteOf>>) =>
  who.try('updateFavouriteFilter', { params: { id }, body })
const remove = (who: Client, id: string) => who.try('deleteFavouriteFilter', { params: { id } })
const refusal = (status: number, id: string) => ({ status, body: { type: `/problems/${id}` } })

describe('a favourite', () => {
  it('is listed by name and returned unchanged', async () => {
    const filters = { custom3: ['a,b;c=d', 'प्रीमियम'], contentId: ['x'] }
    const made = await newFavourite(owner, { name: 'Zoom', filters, groupBy: null, range: null })
    expect(made).toMatchObject({ name: 'Zoom', filters, splitBy: 'deviceType', groupBy: null, range: null })
    await owner.call('createFavouriteFilter', { body: { name: 'alpha', filters: {} } })
    expect(await names(owner)).toEqual(['alpha', 'Zoom'])
    expect((await list(owner))[1]).toEqual(made)
  })

  it('is renamed, changed and deleted', async () => {
    const { id, filters } = await newFavourite(owner, { name: 'First' })
    expect(await update(owner, id, { name: 'Second' })).toMatchObject({
      body: { name: 'Second', filters, splitBy: 'deviceType', groupBy: 'country', range: 'last-30-days' },
    })
    const other = { filters: { os: ['iOS'] }, splitBy: null, groupBy: null, range: null }
    expect(await update(owner, id, other)).toMatchObject({ body: { name: 'Second', ...other } })
    expect(await remove(owner, id)).toMatchObject({ status: 204 })
    expect(await remove(owner, id)).toMatchObject(refusal(404, 'not-found'))
  })

  it('exists only for the person who saved it, and only in its environment', async () => {
    const colleague = await member()
    const { id } = await newFavourite(colleague, { name: 'Mine' })
    const { id: elsewhere } = await owner.call('createEnvironment', {
      body: { organizationId: owner.organizationId ?? '', name: 'Tests', type: 'qa' },
    })
    const { secret } = await owner.call('createToken', {
      body: { name: 'Program', permission: ['read', 'write'] },
    })
    const inOther = client(kinora.url, owner.token, owner.organizationId, elsewhere)
    const own = await newFavourite(owner, { name: 'Of the owner' })
    for (const other of [owner, await newOwner(kinora.url)]) {
      expect(await names(other)).not.toContain('Mine')
      expect(await update(other, id, { name: 'Taken' })).toMatchObject(refusal(404, 'not-found'))
      expect(await remove(other, id)).toMatchObject(refusal(404, 'not-found'))
    }
    expect(await list(inOther)).toEqual([])
    expect(await remove(inOther, own.id)).toMatchObject(refusal(404, 'not-found'))
    const program = client(kinora.url, secret, owner.organizationId, owner.environmentId)
    expect(await list(program)).toEqual([])
    expect(await program.try('createFavouriteFilter', { body: favouriteOf() })).toMatchObject(
      refusal(403, 'person-only'),
    )
    expect(await remove(program, own.id)).toMatchObject(refusal(404, 'not-found'))
    expect(await names(colleague)).toEqual(['Mine'])
    expect(await newFavourite(inOther, { name: 'Of the owner' })).toMatchObject({ name: 'Of the owner' })
  })

  it('has a unique name, ignoring case', async () => {
    const person = await newOwner(kinora.url)
    const make = (name: string) => person.try('createFavouriteFilter', { body: favouriteOf({ name }) })
    const both = await Promise.all([make('Élan'), make('éLAN')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'name-taken'))
    const { id } = await newFavourite(person, { name: 'Other' })
    expect(await update(person, id, { name: 'ÉLAN' })).toMatchObject(refusal(409, 'name-taken'))
    expect(await update(person, id, { name: 'OTHER' })).toMatchObject({ status: 200 })
  })

  it('is one of at most 50, even with ten concurrent requests', async () => {
    const person = await newOwner(kinora.url)
    for (let n = 5; n < favouriteLimits.own; n += 1) await newFavourite(person)
    const make = () => person.try('createFavouriteFilter', { body: favouriteOf() })
    const answers = await Promise.all(Array.from({ length: 10 }, make))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 5 }, () => 409),
    ])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'limit-reached'))
    expect(await list(person)).toHaveLength(favouriteLimits.own)
  })

  it.each([
    ['name', { name: ' Padded' }],
    ['name', { name: 'x'.repeat(61) }],
    ['filters', { filters: { planet: ['Mars'] } }],
    ['filters.country', { filters: { country: [] } }],
    ['filters.country', { filters: { country: Array.from({ length: 51 }, (_, n) => `${n}`) } }],
    ['filters.os.0', { filters: { os: ['x'.repeat(201)] } }],
    ['filters', { filters: { os: Array.from({ length: 45 }, () => 'x'.repeat(200)) } }],
    ['splitBy', { splitBy: 'planet' }],
    ['groupBy', { groupBy: 'planet' }],
    ['range', { range: 'custom' }],
  ])('is refused if its %s is invalid', async (path, change) => {
    const body = { ...favouriteOf(), ...change }
    const answer = await owner.send('POST', '/data/api/v1/favourite_filters', { body })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `body.${path}` }] } })
  })
})

it('changes nothing while the organization is inactive', async () => {
  const person = await newOwner(kinora.url)
  const { id } = await newFavourite(person)
  await pool.sql('UPDATE organizations SET is_active = false WHERE id = $1', [person.organizationId])
  const inactive = refusal(403, 'organization-inactive')
  expect(await person.try('createFavouriteFilter', { body: favouriteOf() })).toMatchObject(inactive)
  expect(await update(person, id, { name: 'Other' })).toMatchObject(inactive)
  expect(await remove(person, id)).toMatchObject(inactive)
  expect(await list(person)).toHaveLength(1)
})

it('deletes the favourites of a removed member', async () => {
  const leaver = await member()
  await newFavourite(leaver)
  const staying = await newFavourite(owner)
  const { id: userId } = await leaver.call('getUser', { params: { id: 'me' } })
  await owner.call('removeMember', { params: { id: owner.organizationId ?? '' }, query: { userId } })
  // A subscription handles the event of the removal.
  await eventually(async () => {
    expect(await pool.sql('SELECT id FROM favourite_filters WHERE user_id = $1', [userId])).toEqual([])
  })
  expect((await list(owner)).map(({ id }) => id)).toContain(staying.id)
})
