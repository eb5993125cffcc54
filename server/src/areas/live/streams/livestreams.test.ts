import { randomUUID } from 'node:crypto'
import { livestreamLimits, standardProfileId } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { newProfile } from '../../../testing/profiles.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora({ env: { RTMP_PORT: '1935', SRT_PORT: '8890' } })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const fresh = () => newOwner(kinora.url)
const update = (id: string, body: Record<string, unknown>) =>
  owner.try('updateLivestream', { params: { id }, body })
const get = (id: string) => owner.call('getLivestream', { params: { id } })

describe('a new live stream', () => {
  it('is started, public, recorded and ready for an encoder', async () => {
    const stream = await newStream(owner, { name: 'Evening news' })
    const { playbackId } = stream
    const { hostname } = new URL(kinora.url)
    expect(stream).toMatchObject({
      name: 'Evening news',
      environmentId: owner.environmentId,
      status: 'idle',
      displayStatus: 'Active',
      started: true,
      record: true,
      group: null,
      latencyMode: 'low',
      playbackPolicy: 'public',
      reconnectWindowS: 60,
      dvrWindowS: 0,
      encodingProfileId: null,
      takeover: false,
      adMarkers: 'none',
      tags: [],
      metadata: [],
      activeSince: null,
      recordingId: null,
      customPlaybacks: 0,
      playbackToken: null,
      addedBy: 'Ananya Rao Iyer',
      ingest: {
        rtmp: `rtmp://${hostname}/live`,
        rtmps: null,
        srt: `srt://${hostname}:8890`,
        whip: null,
        backup: {
          streamKey: '{streamKey}?backup=1',
          srtStreamId: '#!::r={streamKey},m=publish,backup=1',
        },
      },
      backupConnected: false,
      urls: {
        hls: `${kinora.url}/play/${playbackId}.m3u8`,
        whep: null,
        embed: `${kinora.url}/embed/${playbackId}`,
        shareable: `${kinora.url}/watch/${playbackId}`,
      },
    })
    expect(stream).not.toHaveProperty('streamKey')
  })

  it.each([
    ['name', { name: ' Padded' }, 'Entered value cannot start/end or have only white space'],
    ['name', { name: '' }, 'This field is required'],
    ['group', { group: 'News ' }, 'Entered value cannot start/end or have only white space'],
    ['reconnectWindowS', { reconnectWindowS: 1801 }, 'Enter 0 to 1,800 seconds'],
    ['dvrWindowS', { dvrWindowS: -1 }, 'Enter 0 to 43,200 seconds'],
    ['latencyMode', { latencyMode: 'none' }, undefined],
    [
      'source.url',
      { source: { type: 'pull', url: 'file:///etc/passwd' } },
      'Enter a URL that begins with http, https, rtmp, rtmps, srt or udp',
    ],
  ])('is refused where its %s is wrong', async (field, change, message) => {
    const answer = await owner.try('createLivestream', {
      body: { name: 'Stream', ...change } as { name: string },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: `body.${field}`, ...(message !== undefined && { message }) }] },
    })
  })

  it.each(['http://10.0.0.1/a.m3u8', 'rtmp://169.254.169.254/live/a', 'srt://10.0.0.1:9000'])(
    'is refused if its source is %s, which is private',
    async (url) => {
      const answer = await owner.try('createLivestream', {
        body: { name: 'Stream', source: { type: 'pull', url } },
      })
      expect(answer).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
    },
  )

  it('shows a slate image while no encoder sends, until the image is removed', async () => {
    const { id } = await newStream(owner)
    const params = { id }
    const body = { fileName: 'slate.png', file: png(200, 100).toString('base64') }
    const { slateImageId } = await owner.call('setSlateImage', { params, body })
    expect(slateImageId).toEqual(expect.any(String))
    const other = await owner.call('setSlateImage', { params, body })
    expect(other.slateImageId).not.toBe(slateImageId)
    expect(await owner.call('removeSlateImage', { params })).toMatchObject({ slateImageId: null })
    expect(await owner.try('getSlateImage', { params })).toMatchObject({ status: 404 })
    const broken = { fileName: 'slate.png', file: Buffer.from('no image').toString('base64') }
    expect(await owner.try('setSlateImage', { params, body: broken })).toMatchObject({ status: 422 })
  })

  it('is refused if its source is an unknown video', async () => {
    const source = { type: 'file', contentId: randomUUID() } as const
    expect(await owner.try('createLivestream', { body: { name: 'Stream', source } })).toMatchObject({
      status: 404,
    })
  })

  it('is refused above the limit of the environment', async () => {
    const person = await fresh()
    const { id } = await newStream(person)
    await pool.sql(
      `INSERT INTO live_streams SELECT (jsonb_populate_record(stream, jsonb_build_object('id', gen_random_uuid(),
        'playback_id', gen_random_uuid()))).* FROM live_streams AS stream, generate_series(2, $2) WHERE id = $1`,
      [id, livestreamLimits.most],
    )
    const answer = await person.try('createLivestream', { body: { name: 'One too many' } })
    expect(answer).toMatchObject({ status: 409, body: { type: '/problems/livestream-limit' } })
  })
})

describe('a change', () => {
  it('keeps omitted fields, and is recorded with the changed ones', async () => {
    const { id } = await newStream(owner, { group: 'News', tags: ['one'] })
    expect(await update(id, { name: 'Late news', tags: ['one', 'two,three'] })).toMatchObject({
      body: { name: 'Late news', group: 'News', tags: ['one', 'two', 'three'] },
    })
    expect(await update(id, { group: null })).toMatchObject({ body: { group: null, name: 'Late news' } })
    const { items } = await owner.call('listAudit', {
      query: { organizationId: owner.organizationId ?? '', objectId: id, action: ['live_stream.updated'] },
    })
    expect(items.map(({ after }) => after)).toEqual([
      { group: null },
      { name: 'Late news', tags: ['one', 'two', 'three'] },
    ])
  })

  it('without an effect is not recorded', async () => {
    const metadata = [{ key: 'place', value: 'Sharjah' }]
    const { id, name } = await newStream(owner, { metadata })
    await update(id, { name, metadata, playbackRestrictions: { allowNoReferrer: true } })
    const { items } = await owner.call('listEvents', { query: { objectId: id } })
    expect(items.map(({ type }) => type)).toEqual(['video.live_stream.created'])
  })

  it('restricts playback as for videos', async () => {
    const { id, playbackId } = await newStream(owner)
    const restrictions = { allowedReferrers: ['EXAMPLE.com', 'example.com'], allowNoReferrer: true }
    expect(await update(id, { playbackRestrictions: restrictions })).toMatchObject({
      body: { playbackRestrictions: { allowedReferrers: ['example.com'], playableFrom: null } },
    })
    await update(id, { playbackPolicy: 'signed' })
    const { hls, token } = await owner.call('getLivestreamPlaybackUrl', { params: { id } })
    expect(hls).toBe(`${kinora.url}/play/${playbackId}.m3u8?token=${token?.value}`)
    expect((await get(id)).playbackToken).toEqual(token)
  })

  it('accepts only encoding profiles of the environment, and keeps working after their deletion', async () => {
    const profile = await newProfile(owner)
    const theirs = await newProfile(await fresh())
    const { id } = await newStream(owner, { encodingProfileId: profile.id })
    expect(await update(id, { encodingProfileId: theirs.id })).toMatchObject({ status: 404 })
    expect(await update(id, { encodingProfileId: standardProfileId })).toMatchObject({ status: 200 })
    await update(id, { encodingProfileId: profile.id })
    await owner.call('deleteEncodingProfile', { params: { id: profile.id } })
    await expect.poll(async () => (await get(id)).encodingProfileId).toBeNull()
  })
})

it('shows the ports of the newest running live node', async () => {
  const { id } = await newStream(owner)
  const addNode = (port: number, startedAgoS: number, seenAgoS: number) =>
    pool.sql(
      `INSERT INTO live_nodes VALUES ($1, $2, 2936, 9000, true, 'http://127.0.0.1:1', now() - make_interval(secs => $3),
        now() - make_interval(secs => $4))`,
      [uuidv7(), port, startedAgoS, seenAgoS],
    )
  await addNode(2000, 5, 60)
  await addNode(2001, 100, 1)
  await addNode(2002, 50, 1)
  const { ingest, urls, playbackId } = await get(id)
  const { hostname } = new URL(kinora.url)
  expect(ingest).toMatchObject({
    rtmp: `rtmp://${hostname}:2002/live`,
    rtmps: `rtmps://${hostname}:2936/live`,
    srt: `srt://${hostname}:9000`,
    whip: `${kinora.url}/whip`,
  })
  expect(urls.whep).toBe(`${kinora.url}/whep/${playbackId}`)
  await pool.sql('DELETE FROM live_nodes')
  expect((await get(id)).ingest.rtmp).toBe(`rtmp://${hostname}/live`)
})

describe('the list', () => {
  let editor: Client
  const list = async (query: Record<string, unknown>) => {
    const { items, totalItems } = await editor.call('listLivestreams', { query })
    expect(totalItems).toBe(items.length)
    return items.map(({ name }) => name)
  }

  beforeAll(async () => {
    editor = await fresh()
    const make = async (name: string, status: string, body: Parameters<typeof newStream>[1] = {}) => {
      const { id } = await newStream(editor, { name, ...body })
      await pool.sql(
        `UPDATE live_streams SET status = $2, started = $2 NOT IN ('ended', 'disabled'),
          active_since = CASE WHEN $2 IN ('active', 'reconnecting') THEN now() END WHERE id = $1`,
        [id, status],
      )
    }
    await make('Kabaddi final', 'active', { group: 'Sport', tags: ['cup'] })
    await make('Évening news', 'reconnecting', { group: 'News', record: false })
    await make('समाचार', 'idle', { group: 'News', tags: ['cup', 'hindi'] })
    await make('Museum', 'ended', { metadata: [{ key: 'place', value: 'Sharjah' }] })
    await make('Archive', 'disabled')
  })

  it.each([
    [{}, ['Archive', 'Museum', 'समाचार', 'Évening news', 'Kabaddi final']],
    [{ sort: 'name' }, ['Archive', 'Évening news', 'Kabaddi final', 'Museum', 'समाचार']],
    [{ sort: 'createdAt', displayStatus: 'Live' }, ['Kabaddi final', 'Évening news']],
    [{ displayStatus: 'Active' }, ['समाचार']],
    [{ displayStatus: 'Offline' }, ['Archive', 'Museum']],
    [{ status: 'idle,disabled' }, ['Archive', 'समाचार']],
    [{ record: false }, ['Évening news']],
    [{ record: true, group: 'News' }, ['समाचार']],
    [{ tag: 'cup' }, ['समाचार', 'Kabaddi final']],
    [{ tag: 'cup,hindi' }, ['समाचार']],
    [{ phrase: 'EVEN' }, ['Évening news']],
    [{ phrase: 'समाचार' }, ['समाचार']],
    [{ phrase: 'sharjah museum' }, ['Museum']],
    [{ phrase: 'sport' }, ['Kabaddi final']],
    [{ phrase: '100%' }, []],
    [{ phrase: '...' }, []],
  ])('filtered by %j has %j', async (query, names) => {
    expect(await list(query)).toEqual(names)
  })

  it('is paged, and returns the same items at its short path', async () => {
    const query = { pageNum: 2, pageSize: 2 }
    const page = await editor.call('listLivestreams', { query })
    expect(page).toMatchObject({ ...query, totalItems: 5 })
    expect(page.items.map(({ name }) => name)).toEqual(['समाचार', 'Évening news'])
    expect(await editor.call('listLivestreamsByShortPath', { query })).toEqual(page)
  })

  it('has a summary', async () => {
    expect(await editor.call('getLivestreamSummary', {})).toEqual({
      total: 5,
      live: 2,
      active: 1,
      offline: 2,
      groups: ['News', 'Sport'],
    })
  })

  it('is empty in other environments', async () => {
    const stranger = await fresh()
    expect(await stranger.call('listLivestreams', { query: {} })).toMatchObject({ items: [], totalItems: 0 })
    expect(await stranger.call('getLivestreamSummary', {})).toMatchObject({ total: 0, groups: [] })
  })
})

it('deletes a stream with its keys and custom URLs, even while it is live', async () => {
  const { id } = await newStream(owner)
  const params = { id }
  await owner.call('createCustomPlayback', { params, body: { name: 'Tara' } })
  await pool.sql(`UPDATE live_streams SET status = 'active' WHERE id = $1`, [id])
  await owner.call('deleteLivestream', { params })
  expect(await owner.try('getLivestream', { params })).toMatchObject({ status: 404 })
  for (const table of ['live_stream_keys', 'custom_playbacks'])
    expect(await pool.sql(`SELECT 1 FROM ${table} WHERE stream_id = $1`, [id])).toEqual([])
  const { items } = await owner.call('listEvents', { query: { objectId: id } })
  expect(items.map(({ type }) => type.replace('video.live_stream.', ''))).toEqual([
    'deleted',
    'disconnected',
    'custom_playback.created',
    'created',
  ])
})
