import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretsWithKey } from '../../../platform/secrets.ts'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { liveStreamChannel } from './stream-changes.ts'
import { findStreamByKey, isKeyValid, srtPassphraseOf } from './stream-keys.ts'

const clock = movableClock()
let kinora: TestKinora
let pool: pg.Pool
let testPool: TestPool
let db: NodePgDatabase
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora({ clock })
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  testPool = openTestPool(kinora)
  db = drizzle(pool)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await testPool.end()
  await pool.end()
  await kinora.stop()
})

const find = (key: string) => findStreamByKey(db, key, clock.now())
const view = (id: string, who = owner) => who.call('getStreamKey', { params: { id } })
const rotate = (id: string, oldKeyValidS?: number) =>
  owner.call('rotateStreamKey', { params: { id }, body: { oldKeyValidS } })

it('finds the stream of a key, with the passphrase for SRT', async () => {
  const { id } = await newStream(owner)
  const { streamKey, srtPassphrase, previousKeyValidUntil } = await view(id)
  expect(streamKey).toMatch(/^live_[A-Za-z0-9_-]{43}$/)
  expect(srtPassphrase).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(previousKeyValidUntil).toBeNull()
  const found = await find(streamKey)
  expect(found).toMatchObject({ id, environmentId: owner.environmentId, status: 'idle', started: true })
  if (found === null) throw new Error('the stream was not found')
  const key = await readFile(join(kinora.dataDir, 'secrets.key'), 'utf8')
  expect(srtPassphraseOf(secretsWithKey(Buffer.from(key, 'base64')), found)).toBe(srtPassphrase)
  expect(await isKeyValid(db, found, found.keyId, clock.now())).toBe(true)
})

it.each([
  ['nothing', ''],
  ['a word', 'live'],
  ['a key of nobody', `live_${'a'.repeat(43)}`],
  ['a key with more behind it', `live_${'a'.repeat(44)}`],
  ['SQL', "live_' OR '1'='1"],
  ['a megabyte', 'x'.repeat(1024 ** 2)],
])('finds no stream for %s', async (_what, key) => {
  expect(await find(key)).toBeNull()
})

it('ends the old key at once if it is rotated', async () => {
  const { id } = await newStream(owner)
  const old = await view(id)
  const found = await find(old.streamKey)
  await rotate(id)
  const current = await view(id)
  expect(current.streamKey).not.toBe(old.streamKey)
  expect(current.srtPassphrase).not.toBe(old.srtPassphrase)
  expect(current.previousKeyValidUntil).toBeNull()
  expect(await find(old.streamKey)).toBeNull()
  expect(await find(current.streamKey)).toMatchObject({ id })
  if (found === null) throw new Error('the stream was not found')
  expect(await isKeyValid(db, found, found.keyId, clock.now())).toBe(false)
})

it('keeps the old key for the requested time', async () => {
  const { id } = await newStream(owner)
  const old = await view(id)
  await rotate(id, 60)
  const current = await view(id)
  expect(current.previousKeyValidUntil).not.toBeNull()
  expect(await find(old.streamKey)).toMatchObject({ id })
  expect(await find(current.streamKey)).toMatchObject({ id })
  clock.advance(61)
  expect(await find(old.streamKey)).toBeNull()
  expect(await find(current.streamKey)).toMatchObject({ id })
  expect((await view(id)).previousKeyValidUntil).toBeNull()
})

it('keeps only the previous key, and few rows', async () => {
  const { id } = await newStream(owner)
  const keys: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    keys.push((await view(id)).streamKey)
    await rotate(id, 3600)
  }
  const found = await Promise.all(keys.map(find))
  expect(found.map((stream) => stream !== null)).toEqual([false, false, false, true])
  const rows = await testPool.sql('SELECT 1 FROM live_stream_keys WHERE stream_id = $1', [id])
  expect(rows.length).toBeLessThanOrEqual(3)
  await rotate(id, 0)
  expect(await find(keys[3] ?? '')).toBeNull()
})

it('finds no deleted stream, and does not affect other environments', async () => {
  const { id } = await newStream(owner)
  const { streamKey } = await view(id)
  const stranger = await newOwner(kinora.url)
  for (const call of ['getStreamKey', 'deleteLivestream'] as const)
    expect(await stranger.try(call, { params: { id } })).toMatchObject({ status: 404 })
  expect(await find(streamKey)).not.toBeNull()
  await owner.call('deleteLivestream', { params: { id } })
  expect(await find(streamKey)).toBeNull()
})

it('returns the key only to callers with the right, and records them', async () => {
  const { id, name } = await newStream(owner)
  const all = { create: true, read: true, update: true, delete: true }
  const editor = await newMember(owner, testPool.sql, JSON.stringify({ Livestreams: { Livestream: all } }))
  const refused = { status: 403, body: { type: '/problems/forbidden' } }
  expect(await editor.try('getStreamKey', { params: { id } })).toMatchObject(refused)
  expect(await editor.try('rotateStreamKey', { params: { id }, body: {} })).toMatchObject(refused)
  const { streamKey } = await view(id)
  const { items } = await owner.call('listAudit', {
    query: { organizationId: owner.organizationId ?? '', objectId: id, action: ['live_stream.key.viewed'] },
  })
  expect(items).toMatchObject([{ object: { type: 'live_stream', id, name } }])
  await rotate(id, 60)
  const everything = await Promise.all([
    testPool.sql('SELECT * FROM outbox'),
    testPool.sql('SELECT * FROM audit_trail'),
    testPool.sql('SELECT * FROM live_stream_keys'),
    testPool.sql('SELECT * FROM request_logs'),
  ])
  expect(JSON.stringify(everything)).not.toContain(streamKey)
  expect(kinora.logged()).not.toContain(streamKey)
})

it('returns the key to API tokens with the right to write, and not to read-only tokens', async () => {
  const { id } = await newStream(owner)
  const program = async (permission: ('read' | 'write')[]) => {
    const { secret } = await owner.call('createToken', { body: { name: 'Program', permission } })
    return client(kinora.url, secret, owner.organizationId, owner.environmentId)
  }
  expect(await (await program(['read'])).try('getStreamKey', { params: { id } })).toMatchObject({
    status: 403,
  })
  expect(await (await program(['read', 'write'])).try('getStreamKey', { params: { id } })).toMatchObject({
    status: 200,
  })
})

it('shows no secret in other responses', async () => {
  const { id } = await newStream(owner)
  const { streamKey, srtPassphrase } = await view(id)
  const answers = JSON.stringify([
    await owner.call('getLivestream', { params: { id } }),
    await owner.call('listLivestreams', { query: {} }),
    await owner.call('stopLivestream', { params: { id } }),
    await rotate(id, 60),
  ])
  expect(answers).not.toContain(streamKey)
  expect(answers).not.toContain(srtPassphrase)
})

it('notifies live nodes of changed keys, settings and custom URLs', async () => {
  const listener = new pg.Client(kinora.databaseUrl)
  const heard: string[] = []
  listener.on('notification', ({ payload }) => void heard.push(payload ?? ''))
  await listener.connect()
  await listener.query(`LISTEN ${liveStreamChannel}`)
  const { id } = await newStream(owner)
  const params = { id }
  const custom = await owner.call('createCustomPlayback', { params, body: { name: 'Tara' } })
  const customParams = { id, customPlaybackId: custom.id }
  const changes = [
    () => rotate(id),
    () => owner.call('updateLivestream', { params, body: { name: 'Other' } }),
    () => owner.call('stopLivestream', { params }),
    () => owner.call('startLivestream', { params }),
    () => owner.call('disableLivestream', { params }),
    () => owner.call('enableLivestream', { params }),
    () => owner.call('pauseCustomPlayback', { params: customParams }),
    () => owner.call('deleteLivestream', { params }),
  ]
  try {
    for (const [done, change] of changes.entries()) {
      await change()
      await expect.poll(() => heard).toEqual(Array.from({ length: done + 1 }, () => id))
    }
  } finally {
    await listener.end()
  }
})
