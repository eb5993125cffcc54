import { savedViewLimits } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { aView, newView } from '../../../testing/saved-views.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let reader: Client

beforeAll(async () => {
  kinora = await startTestKinora()
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
  reader = await member(['read'])
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

type Right = 'read' | 'update' | 'delete'

const member = (rights: Right[], of = owner) =>
  newMember(
    of,
    pool.sql,
    JSON.stringify({ Videos: { Video: Object.fromEntries(rights.map((right) => [right, true])) } }),
  )
const views = async (who: Client, list: 'videos' | 'social' | 'dam' = 'videos') =>
  (await who.call('listSavedViews', { query: { list } })).items
const names = async (who: Client, list?: 'videos' | 'social' | 'dam') =>
  (await views(who, list)).map(({ name }) => name)
const refusal = (status: number, id: string) => ({ status, body: { type: `/problems/${id}` } })
const update = (who: Client, id: string, body: Parameters<typeof aView>[0] = {}) =>
  who.try('updateSavedView', { params: { id }, body })
const remove = (who: Client, id: string) => who.try('deleteSavedView', { params: { id } })
const statuses = (answers: readonly Answered<unknown>[]) => answers.map(({ status }) => status).sort()
const refused = (answers: readonly Answered<unknown>[]) => answers.find(({ status }) => status === 409)

/** Sends several requests, which all arrive before one of them writes. */
async function atOnce(requests: readonly (() => Promise<Answered<unknown>>)[]) {
  const held = await pool.hold('LOCK TABLE saved_views IN SHARE MODE')
  const answers = Promise.all(requests.map((request) => request()))
  const waiting = () =>
    pool.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
  try {
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(1)
  } finally {
    await held.releaseOnceAwaited()
  }
  return answers
}

/** A separate owner, whose lists are empty. */
const fresh = () => newOwner(kinora.url)

async function program(permission: ('read' | 'write')[]): Promise<Client> {
  const { secret } = await owner.call('createToken', { body: { name: 'Program', permission } })
  return client(kinora.url, secret, owner.organizationId, owner.environmentId)
}

describe('a private view', () => {
  it('is stored for one list by name, and is returned unchanged', async () => {
    const search = { q: 'गोल', tag: ['news', '<b>'], sort: '-title', page: 2, all: false }
    const made = await newView(owner, { list: 'dam', name: 'Zoom', search })
    expect(made).toMatchObject({ isMine: true, isShared: false, createdBy: 'Ananya Rao Iyer', search })
    await newView(owner, { list: 'dam', name: 'alpha' })
    expect(await names(owner, 'dam')).toEqual(['alpha', 'Zoom'])
    expect((await views(owner, 'dam'))[1]).toEqual(made)
    expect(await views(owner, 'social')).toEqual([])
  })

  it('is renamed, changed and deleted', async () => {
    const { id, search } = await newView(owner, { name: 'First' })
    expect(await update(owner, id, { name: 'Second' })).toMatchObject({ body: { name: 'Second', search } })
    const other = { key: 'season' }
    expect(await update(owner, id, { search: other })).toMatchObject({
      body: { name: 'Second', search: other },
    })
    expect(await remove(owner, id)).toMatchObject({ status: 204 })
    expect(await remove(owner, id)).toMatchObject(refusal(404, 'not-found'))
  })

  it('cannot be seen, changed or deleted by others', async () => {
    const colleague = await member(['read', 'update', 'delete'])
    const { id } = await newView(reader, { name: 'Secret search' })
    for (const other of [owner, colleague, await fresh()]) {
      expect(await names(other)).not.toContain('Secret search')
      expect(await update(other, id, { name: 'Mine now' })).toMatchObject(refusal(404, 'not-found'))
      expect(await remove(other, id)).toMatchObject(refusal(404, 'not-found'))
    }
    expect(await names(reader)).toContain('Secret search')
  })

  it('has a unique name in its list, ignoring case', async () => {
    const person = await fresh()
    const make = (name: string, list: 'videos' | 'dam' = 'videos') =>
      person.try('createSavedView', { body: aView({ name, list }) })
    const both = await atOnce([() => make('Élan'), () => make('éLAN')])
    expect(statuses(both)).toEqual([201, 409])
    expect(refused(both)).toMatchObject(refusal(409, 'name-taken'))
    expect(await make('Élan', 'dam')).toMatchObject({ status: 201 })
    const { id } = await newView(person, { name: 'Other' })
    expect(await update(person, id, { name: 'ÉLAN' })).toMatchObject(refusal(409, 'name-taken'))
    expect(await update(person, id, { name: 'OTHER' })).toMatchObject({ status: 200 })
    expect(await owner.try('createSavedView', { body: aView({ name: 'Élan' }) })).toMatchObject({
      status: 201,
    })
  })

  it('is limited to 50 for a list, even with ten concurrent requests', async () => {
    const person = await fresh()
    for (let n = 5; n < savedViewLimits.own; n++) await newView(person)
    const make = () => person.try('createSavedView', { body: aView() })
    const answers = await atOnce(Array.from({ length: 10 }, () => make))
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409])
    expect(refused(answers)).toMatchObject(refusal(409, 'limit-reached'))
    expect(await views(person)).toHaveLength(savedViewLimits.own)
    await newView(person, { list: 'social' })
  })

  it.each([
    ['name', { name: ' Padded' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: '' }],
    ['search', { search: { q: 'x'.repeat(4090) } }],
    ['search', { search: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`key${n}`, 'v'])) }],
  ])('is refused where its %s is not as it should be', async (path, change) => {
    const answer = await owner.try('createSavedView', { body: aView(change) })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `body.${path}` }] } })
  })

  it.each([
    ['deep', { deep: { er: true } }],
    ['holds nothing', { none: null }],
    ['a list of numbers', { numbers: [1] }],
    ['a list', []],
    ['a word', 'q=goal'],
  ])('is refused where its search is %s', async (_what, search) => {
    const answer = await owner.send('POST', '/video/api/v1/saved_views', { body: { ...aView(), search } })
    expect(answer).toMatchObject({ status: 400 })
  })
})

describe('a shared view', () => {
  it('is visible to everyone in the environment, and to no one elsewhere', async () => {
    const { id, name } = await newView(owner, { isShared: true })
    const seen = (await views(reader)).find((view) => view.id === id)
    expect(seen).toMatchObject({ name, isMine: false, isShared: true, createdBy: 'Ananya Rao Iyer' })
    const stranger = await fresh()
    expect(await views(stranger)).toEqual([])
    expect(await update(stranger, id, { name: 'Taken over' })).toMatchObject(refusal(404, 'not-found'))
    const { id: elsewhere } = await owner.call('createEnvironment', {
      body: { organizationId: owner.organizationId ?? '', name: 'Elsewhere', type: 'qa' },
    })
    expect(await views(client(kinora.url, owner.token, owner.organizationId, elsewhere))).toEqual([])
  })

  it('needs the permission to change videos; a reader can save private views only', async () => {
    const body = aView({ isShared: true })
    expect(await reader.try('createSavedView', { body })).toMatchObject(refusal(403, 'forbidden'))
    const { id } = await newView(reader)
    expect(await update(reader, id, { isShared: true })).toMatchObject(refusal(403, 'forbidden'))
    expect(await update(reader, id, { name: 'Just for me' })).toMatchObject({ status: 200 })
    expect(await remove(reader, id)).toMatchObject({ status: 204 })
  })

  it('of another user can be changed and deleted only with the permission for that', async () => {
    const editor = await member(['read', 'update'])
    const cleaner = await member(['read', 'delete'])
    const { id } = await newView(owner, { isShared: true })
    for (const other of [reader, cleaner])
      expect(await update(other, id, { name: 'Changed' })).toMatchObject(refusal(403, 'forbidden'))
    for (const other of [reader, editor])
      expect(await remove(other, id)).toMatchObject(refusal(403, 'forbidden'))
    expect(await update(editor, id, { search: { q: 'changed' } })).toMatchObject({
      body: { search: { q: 'changed' }, isMine: false, isShared: true },
    })
    for (const change of [{ name: 'Changed' }, { isShared: false }])
      expect(await update(editor, id, change)).toMatchObject(refusal(403, 'forbidden'))
    expect(await remove(cleaner, id)).toMatchObject({ status: 204 })
  })

  it('can be unshared by its creator, even without the permission to change videos', async () => {
    const editor = await member(['read', 'update'])
    const { id } = await newView(editor, { isShared: true })
    await pool.sql(`UPDATE roles SET permissions = $1 WHERE id = ${roleOfLast}`, [
      JSON.stringify({ Videos: { Video: { read: true } } }),
    ])
    expect(await update(editor, id, { name: 'Other' })).toMatchObject(refusal(403, 'forbidden'))
    expect(await update(editor, id, { isShared: false })).toMatchObject({ status: 200 })
    expect((await views(owner)).map((view) => view.id)).not.toContain(id)
    expect(await remove(editor, id)).toMatchObject({ status: 204 })
  })

  it('is limited to 200', async () => {
    const person = await fresh()
    const first = await newView(person, { isShared: true })
    await pool.sql(
      `INSERT INTO saved_views SELECT gen_random_uuid(), environment_id, list, name || n, search, true,
        gen_random_uuid(), created_by_name, created_at, updated_at
       FROM saved_views, generate_series(2, $2) AS n WHERE id = $1`,
      [first.id, savedViewLimits.shared],
    )
    const full = refusal(409, 'limit-reached')
    expect(await person.try('createSavedView', { body: aView({ isShared: true }) })).toMatchObject(full)
    const { id } = await newView(person)
    expect(await update(person, id, { isShared: true })).toMatchObject(full)
    expect(await update(person, first.id, { name: 'Renamed' })).toMatchObject({ status: 200 })
    expect(await views(person)).toHaveLength(savedViewLimits.shared + 1)
  })

  it('has audit entries, unlike a private view', async () => {
    const person = await fresh()
    const quiet = await newView(person)
    await update(person, quiet.id, { name: 'Quiet' })
    await remove(person, quiet.id)
    const { id } = await newView(person, { name: 'Loud' })
    await update(person, id, { isShared: true })
    await update(person, id, { name: 'Louder' })
    await update(person, id, { isShared: false, name: 'Hushed' })
    await update(person, id, { isShared: true })
    await remove(person, id)
    const { items } = await person.call('listAudit', {
      query: { organizationId: person.organizationId ?? '', pageSize: 100 },
    })
    const entries = items.filter(({ object }) => object.type === 'saved_view')
    expect(entries.map(({ action, object }) => [action, object.name]).reverse()).toEqual([
      ['saved_view.shared', 'Loud'],
      ['saved_view.updated', 'Louder'],
      ['saved_view.unshared', 'Louder'],
      ['saved_view.shared', 'Hushed'],
      ['saved_view.deleted', 'Hushed'],
    ])
    expect(entries.at(-2)).toMatchObject({ before: { name: 'Loud' }, after: { name: 'Louder' } })
  })
})

describe('an API token', () => {
  it("sees shared views, saves none, and has no access to its creator's views", async () => {
    const token = await program(['read', 'write'])
    const shared = await newView(owner, { isShared: true })
    const own = await newView(owner)
    const seen = await views(token)
    expect(seen).toContainEqual(expect.objectContaining({ id: shared.id, isMine: false }))
    expect(seen.map(({ id }) => id)).not.toContain(own.id)
    expect(await token.try('createSavedView', { body: aView() })).toMatchObject(refusal(403, 'person-only'))
    expect(await remove(token, own.id)).toMatchObject(refusal(404, 'not-found'))
    expect(await remove(await program(['read']), shared.id)).toMatchObject(refusal(403, 'forbidden'))
    expect(await remove(token, shared.id)).toMatchObject({ status: 204 })
  })
})

it('changes nothing while the organization is inactive', async () => {
  const person = await fresh()
  const { id } = await newView(person)
  await pool.sql('UPDATE organizations SET is_active = false WHERE id = $1', [person.organizationId])
  const inactive = refusal(403, 'organization-inactive')
  expect(await person.try('createSavedView', { body: aView() })).toMatchObject(inactive)
  expect(await update(person, id, { name: 'Other' })).toMatchObject(inactive)
  expect(await remove(person, id)).toMatchObject(inactive)
  expect(await views(person)).toHaveLength(1)
})

it('deletes the private views of a removed member, and keeps the shared ones', async () => {
  const person = await fresh()
  const leaver = await member(['read', 'update'], person)
  const shared = await newView(leaver, { isShared: true })
  await newView(leaver)
  const elsewhere = await newView(client(kinora.url, leaver.token, ...(await ownPlace(leaver))))
  const staying = await newView(person)
  const { id: userId } = await leaver.call('getUser', { params: { id: 'me' } })
  await person.call('removeMember', { params: { id: person.organizationId ?? '' }, query: { userId } })

  expect(await leaver.try('listSavedViews', { query: { list: 'videos' } })).toMatchObject({ status: 404 })
  // The library handles the event of the removal.
  await eventually(async () => {
    const left = await pool.sql('SELECT id FROM saved_views WHERE created_by = $1', [userId])
    expect(left.map(({ id }) => id).sort()).toEqual([shared.id, elsewhere.id].sort())
  })
  expect((await views(person)).map(({ id }) => id).sort()).toEqual([shared.id, staying.id].sort())
  expect(await update(person, shared.id, { search: { q: 'ours' } })).toMatchObject({ status: 200 })
})

const roleOfLast = `(SELECT role_id FROM members JOIN roles ON roles.id = role_id
  WHERE roles.built_in IS NULL ORDER BY members.created_at DESC LIMIT 1)`

/** The member's own organization and environment, besides the one they joined. */
async function ownPlace(who: Client): Promise<[string | null, string | null]> {
  const { organizations } = await who.call('getUser', { params: { id: 'me' } })
  const own = organizations.find(({ id }) => id !== who.organizationId)
  return [own?.id ?? null, own?.environments[0]?.id ?? null]
}
