import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, client } from '../../../testing/client.ts'
import { newMember } from '../../../testing/members.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const SIZE = 1000
let world: World
let member: Client

beforeAll(async () => {
  world = await openWorld()
  member = await newMember(world.owner, world.sql, null)
})
afterAll(() => world.end())

/** Begins an upload, and requests the URL of its part. */
async function begin(person: Client, other = person) {
  const { uploadId, contentId } = await person.call('createUpload', {
    body: { fileName: 'match.mp4', fileSize: SIZE },
  })
  const params = { id: uploadId }
  const { url } = await other.call('createPartUrl', { params, body: { partNumber: 1 } })
  return { params, contentId, url: new URL(url, world.kinora.url) }
}

async function put(url: URL): Promise<[number, unknown]> {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(SIZE) })
  return answer.ok
    ? [answer.status, answer.headers.get('etag')]
    : [answer.status, ((await answer.json()) as { type: string }).type]
}

const closed = [409, '/problems/upload-closed']
const forbidden = [403, '/problems/forbidden']

it('the URL of a part ends with its upload', async () => {
  const canceled = await begin(world.owner)
  expect((await put(canceled.url))[0]).toBe(200)
  await world.owner.call('cancelUpload', { params: canceled.params })
  expect(await put(canceled.url)).toEqual(closed)

  const deleted = await begin(world.owner)
  await world.owner.call('deleteContent', { params: { id: deleted.contentId } })
  expect(await put(deleted.url)).toEqual(closed)

  const completed = await begin(world.owner)
  const [, etag] = await put(completed.url)
  const body = { parts: [{ partNumber: 1, etag: String(etag) }] }
  await world.owner.call('completeUpload', { params: completed.params, body })
  expect(await put(completed.url)).toEqual(closed)
})

it('the URL of a part ends with the right of its person', async () => {
  const { url } = await begin(world.owner, member)
  expect((await put(url))[0]).toBe(200)
  const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
  const change = (permissions: string | null) =>
    world.sql(
      `UPDATE roles SET permissions = $1 WHERE id = (SELECT role_id FROM members WHERE user_id = $2 AND organization_id = $3)`,
      [permissions, userId, world.owner.organizationId],
    )
  await change('{"Videos":{"All Videos":{"read":true}}}')
  expect(await put(url)).toEqual(forbidden)
  await change(null)
  expect((await put(url))[0]).toBe(200)
  await world.sql('UPDATE organizations SET is_active = false WHERE id = $1', [world.owner.organizationId])
  expect(await put(url)).toEqual([403, '/problems/organization-inactive'])
  await world.sql('UPDATE organizations SET is_active = true WHERE id = $1', [world.owner.organizationId])
  const params = { id: world.owner.organizationId ?? '' }
  await world.owner.call('removeMember', { params, query: { userId } })
  expect(await put(url)).toEqual(forbidden)
})

it('the URL of a part ends with the session or token that requested it', async () => {
  const { url } = await begin(world.owner)
  await world.sql('UPDATE sessions SET revoked_at = now()')
  expect(await put(url)).toEqual(forbidden)
  await world.sql('UPDATE sessions SET revoked_at = NULL')
  expect((await put(url))[0]).toBe(200)

  const token = await world.owner.call('createToken', {
    body: { name: 'Uploader', permission: ['read', 'write'] as const },
  })
  const program = await begin(world.owner, client(world.owner.url, token.secret, null, null))
  expect((await put(program.url))[0]).toBe(200)
  await world.owner.call('revokeToken', { params: { id: token.id } })
  expect(await put(program.url)).toEqual(forbidden)
})
