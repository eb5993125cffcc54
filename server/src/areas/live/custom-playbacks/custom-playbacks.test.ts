import { livestreamLimits } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newCustomPlayback, newStream } from '../../../testing/livestreams.ts'
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

const create = (id: string, name: string, body: Record<string, string> = {}) =>
  owner.call('createCustomPlayback', { params: { id }, body: { name, ...body } })
const list = (id: string, query: Record<string, unknown> = {}) =>
  owner.call('listCustomPlaybacks', { params: { id }, query })
const eventsOf = async (id: string) => {
  const { items } = await owner.call('listEvents', { query: { objectId: id } })
  return items.map(({ type }) => type.replace('video.live_stream.', '')).reverse()
}

it('creates a separate URL for a partner', async () => {
  const { id, playbackId } = await newStream(owner)
  const made = await create(id, 'Tara TV app', { partner: 'Tara', genre: 'Sport', language: 'Hindi' })
  expect(made).toMatchObject({
    livestreamId: id,
    name: 'Tara TV app',
    partner: 'Tara',
    genre: 'Sport',
    language: 'Hindi',
    category: null,
    status: 'resumed',
    playbackToken: null,
    addedBy: 'Ananya Rao Iyer',
    urls: { hls: `${kinora.url}/play/${made.playbackId}.m3u8` },
  })
  expect(made.playbackId).not.toBe(playbackId)
  const params = { id, customPlaybackId: made.id }
  expect(await owner.call('getCustomPlayback', { params })).toEqual(made)
  expect(await owner.call('getLivestream', { params: { id } })).toMatchObject({ customPlaybacks: 1 })
})

it('is signed if its stream is', async () => {
  const { id } = await newStream(owner, { playbackPolicy: 'signed' })
  const { playbackToken } = await create(id, 'Tara')
  expect(playbackToken?.value).toMatch(/^ey/)
})

it('pauses and resumes; repeated calls change nothing', async () => {
  const params = await newCustomPlayback(owner)
  expect(await owner.call('pauseCustomPlayback', { params })).toMatchObject({ status: 'paused' })
  expect(await owner.call('pauseCustomPlayback', { params })).toMatchObject({ status: 'paused' })
  expect(await owner.call('resumeCustomPlayback', { params })).toMatchObject({ status: 'resumed' })
  expect(await eventsOf(params.id)).toEqual([
    'created',
    'custom_playback.created',
    'custom_playback.paused',
    'custom_playback.resumed',
  ])
})

it('changes the given labels and keeps omitted ones', async () => {
  const { id } = await newStream(owner)
  const { id: customPlaybackId } = await create(id, 'Tara', { partner: 'Tara', genre: 'Sport' })
  const params = { id, customPlaybackId }
  const body = { name: 'Dune', partner: null }
  expect(await owner.call('updateCustomPlayback', { params, body })).toMatchObject({
    name: 'Dune',
    partner: null,
    genre: 'Sport',
  })
  const { items } = await owner.call('listAudit', {
    query: { organizationId: owner.organizationId ?? '', objectId: customPlaybackId },
  })
  expect(items.map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'custom_playback.updated', after: { name: 'Dune', partner: null } },
    {
      action: 'custom_playback.created',
      after: { name: 'Tara', partner: 'Tara', genre: 'Sport', language: null, category: null },
    },
  ])
})

it('is listed in pages, newest first, filtered by words and status', async () => {
  const { id } = await newStream(owner)
  for (const name of ['First', 'Second', 'Third']) await create(id, name, { partner: `Partner of ${name}` })
  const names = async (query: Record<string, unknown>) =>
    (await list(id, query)).items.map(({ name }) => name)
  expect(await list(id, { pageSize: 2 })).toMatchObject({ pageNum: 1, pageSize: 2, totalItems: 3 })
  expect(await names({ pageSize: 2 })).toEqual(['Third', 'Second'])
  expect(await names({ pageSize: 2, pageNum: 2 })).toEqual(['First'])
  expect(await names({ phrase: 'partner sec' })).toEqual(['Second'])
  expect(await names({ phrase: '%' })).toEqual([])
  const [third] = (await list(id)).items
  await owner.call('pauseCustomPlayback', { params: { id, customPlaybackId: third?.id ?? '' } })
  expect(await names({ status: 'paused' })).toEqual(['Third'])
  expect(await names({ status: 'resumed' })).toEqual(['Second', 'First'])
})

it('is not found under another stream or after its deletion', async () => {
  const params = await newCustomPlayback(owner)
  const other = { ...params, id: (await newStream(owner)).id }
  const calls = ['getCustomPlayback', 'pauseCustomPlayback', 'deleteCustomPlayback'] as const
  for (const call of calls) expect(await owner.try(call, { params: other })).toMatchObject({ status: 404 })
  await owner.call('deleteCustomPlayback', { params })
  for (const call of calls) expect(await owner.try(call, { params })).toMatchObject({ status: 404 })
  expect((await eventsOf(params.id)).at(-1)).toBe('custom_playback.deleted')
})

it('is refused above the limit or with an invalid label', async () => {
  const { id } = await newStream(owner)
  const wrong = await owner.try('createCustomPlayback', {
    params: { id },
    body: { name: 'Tara', partner: ' ' },
  })
  expect(wrong).toMatchObject({
    body: {
      errors: [{ path: 'body.partner', message: 'Entered value cannot start/end or have only white space' }],
    },
  })
  const { id: first } = await create(id, 'Tara')
  await pool.sql(
    `INSERT INTO custom_playbacks SELECT (jsonb_populate_record(playback, jsonb_build_object('id', gen_random_uuid(),
      'playback_id', gen_random_uuid()))).* FROM custom_playbacks AS playback, generate_series(2, $2) WHERE id = $1`,
    [first, livestreamLimits.customPlaybacks],
  )
  const answer = await owner.try('createCustomPlayback', { params: { id }, body: { name: 'One too many' } })
  expect(answer).toMatchObject({ status: 409, body: { type: '/problems/custom-playback-limit' } })
})
