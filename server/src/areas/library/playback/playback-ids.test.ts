import { playbackIdLimits } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let params: { id: string }
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  params = { id: world.content.id }
})
afterAll(() => world.end())

const status = async (url: string) => (await fetch(url)).status
const list = async () => (await owner.call('listPlaybackIds', { params })).items
const create = (name = '') => owner.call('createPlaybackId', { params, body: { name, policy: 'public' } })
const problem = (id: string, code: number) => ({ status: code, body: { type: `/problems/${id}` } })

describe('a video', () => {
  it('has its own id first, which changes with the video', async () => {
    const [first] = await list()
    const { playbackId, urls } = world.content
    // Without a referrer, the restriction to sites must not match.
    expect(urls.embedCode).toContain('referrerpolicy="strict-origin-when-cross-origin"')
    expect(first).toMatchObject({
      id: playbackId,
      isFirst: true,
      name: '',
      policy: 'public',
      urls,
      token: null,
    })
    const of = { ...params, playbackId }
    const body = { name: 'The site', policy: 'signed' as const }
    const changed = await owner.call('updatePlaybackId', { params: of, body })
    expect(changed).toMatchObject({ name: 'The site', policy: 'signed' })
    expect((await owner.call('getContent', { params })).playbackPolicy).toBe('signed')
    await expect.poll(() => status(urls.hls)).toBe(403)
    const history = await owner.call('listContentChanges', { params })
    expect(history.items[0]).toMatchObject({
      before: { playbackPolicy: 'public' },
      after: { playbackPolicy: 'signed' },
    })
    await owner.call('updatePlaybackId', { params: of, body: { policy: 'public' } })
    await expect.poll(() => status(urls.hls)).toBe(200)
    expect(await owner.try('deletePlaybackId', { params: of })).toMatchObject(
      problem('playback-id-first', 409),
    )
  })

  it('plays by further ids, which may share a name, until they are deleted', async () => {
    const [one, two] = [await create('Partners'), await create('Partners')]
    expect((await list()).map(({ id }) => id).slice(-2)).toEqual([one.id, two.id])
    for (const { urls } of [one, two]) {
      expect(await status(urls.hls)).toBe(200)
      expect(await status(urls.thumbnail)).toBe(200)
      expect(await status(urls.shareable)).toBe(200)
    }
    await owner.call('deletePlaybackId', { params: { ...params, playbackId: one.id } })
    await expect.poll(() => status(one.urls.hls)).toBe(404)
    expect(await status(two.urls.hls)).toBe(200)
  })

  it('has a policy for each id, effective at once', async () => {
    const made = await create()
    expect(await status(made.urls.hls)).toBe(200)
    const of = { ...params, playbackId: made.id }
    const signed = await owner.call('updatePlaybackId', { params: of, body: { policy: 'signed' } })
    await expect.poll(() => status(made.urls.hls)).toBe(403)
    expect(await status(world.content.urls.hls)).toBe(200)
    expect(await status(`${made.urls.hls}?token=${signed.token?.value}`)).toBe(200)
    // A token is valid for only one of a video's ids.
    const other = await create()
    await owner.call('updatePlaybackId', {
      params: { ...params, playbackId: other.id },
      body: { policy: 'signed' },
    })
    await expect.poll(() => status(`${other.urls.hls}?token=${signed.token?.value}`)).toBe(403)
  })

  it('normalizes hosts like browsers', async () => {
    const restrictions = { allowedReferrers: ['EXAMPLE.com', 'example.com.', '*.München.de'] }
    const made = await owner.call('createPlaybackId', { params, body: { policy: 'public', restrictions } })
    expect(made.restrictions).toEqual({
      allowedReferrers: ['example.com', '*.xn--mnchen-3ya.de'],
      allowNoReferrer: true,
      playableFrom: null,
      playableUntil: null,
    })
  })

  it('refuses empty or invalid restrictions', async () => {
    const attempts = [
      [{}, 'body.policy'],
      [{ policy: 'secret' }, 'body.policy'],
      [{ policy: 'public', restrictions: { allowedReferers: [] } }, 'body.restrictions'],
      [{ policy: 'public', name: ' x' }, 'body.name'],
      [{ policy: 'public', name: 'x'.repeat(101) }, 'body.name'],
      [
        { policy: 'public', restrictions: { allowedReferrers: ['https://x'] } },
        'body.restrictions.allowedReferrers.0',
      ],
      [
        { policy: 'public', restrictions: { allowedReferrers: Array(21).fill('x.example') } },
        'body.restrictions.allowedReferrers',
      ],
      [
        {
          policy: 'public',
          restrictions: { playableFrom: '2026-02-01T00:00:00Z', playableUntil: '2026-01-01T00:00:00Z' },
        },
        'body.restrictions.playableUntil',
      ],
      [{ policy: 'public', restrictions: { allowNoReferrer: false } }, 'body.restrictions.allowNoReferrer'],
    ] as const
    for (const [body, path] of attempts) {
      const answer = await owner.send('POST', `/video/api/v1/contents/${params.id}/playback_ids`, { body })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
    }
  })

  it('is limited in number of ids', async () => {
    const free = playbackIdLimits.most - (await list()).length
    for (let n = 0; n < free; n++) await create()
    const body = { policy: 'public' as const }
    expect(await owner.try('createPlaybackId', { params, body })).toMatchObject(
      problem('playback-id-limit', 409),
    )
  })
})

it('records changes as events and audit entries', async () => {
  const [, ...others] = await list()
  for (const { id } of others) await owner.call('deletePlaybackId', { params: { ...params, playbackId: id } })
  await world.sql("DELETE FROM outbox WHERE type LIKE 'video.asset.playback_id.%'")
  const { id } = await create('Partners')
  const of = { ...params, playbackId: id }
  await owner.call('updatePlaybackId', { params: of, body: { name: 'The press' } })
  await owner.call('updatePlaybackId', { params: of, body: { name: 'The press', restrictions: {} } })
  await owner.call('deletePlaybackId', { params: of })
  const { items } = await owner.call('listEvents', { query: { objectId: params.id } })
  const events = items
    .filter(({ type }) => type.includes('playback_id'))
    .map(({ type, data }) => [type, data])
  expect(events).toEqual([
    ['video.asset.playback_id.deleted', expect.objectContaining({ playbackId: id, name: 'The press' })],
    ['video.asset.playback_id.updated', { playbackId: id, name: 'The press' }],
    ['video.asset.playback_id.created', expect.objectContaining({ playbackId: id, policy: 'public' })],
  ])
  const trail = await world.sql(
    "SELECT action, before, after FROM audit_trail WHERE object_id = $1 AND action LIKE 'playback_id.%' ORDER BY id DESC LIMIT 3",
    [params.id],
  )
  expect(trail).toMatchObject([
    { action: 'playback_id.deleted', before: { playbackId: id, name: 'The press' } },
    { action: 'playback_id.updated', before: { name: 'Partners' }, after: { name: 'The press' } },
    { action: 'playback_id.created', after: { playbackId: id } },
  ])
})

describe('all ids of a video', () => {
  it('are trashed, restored and deleted with it', async () => {
    const { id } = await uploadFile(owner, world.clip)
    await contentWhen(owner, id, isSettled)
    const of = { params: { id } }
    const { urls, id: playbackId } = await owner.call('createPlaybackId', {
      ...of,
      body: { policy: 'public' },
    })
    expect(await status(urls.hls)).toBe(200)
    await owner.call('deleteContent', of)
    await expect.poll(() => status(urls.hls)).toBe(404)
    const change = { params: { id, playbackId }, body: { name: 'x' } }
    expect(await owner.try('updatePlaybackId', change)).toMatchObject(problem('in-trash', 409))
    await owner.call('restoreContents', { body: { ids: [id] } })
    await expect.poll(() => status(urls.hls)).toBe(200)
    await owner.call('deleteContent', { ...of, query: { permanently: true } })
    await expect.poll(() => status(urls.hls)).toBe(404)
    expect(await world.sql('SELECT id FROM playback_ids WHERE content_id = $1', [id])).toEqual([])
  })

  it('are not copied to clips, except the restrictions of the first one', async () => {
    const restrictions = { allowedReferrers: ['example.com'] }
    const of = { params: { ...params, playbackId: world.content.playbackId } }
    await owner.call('updatePlaybackId', { ...of, body: { restrictions } })
    const clip = await owner.call('createClip', { params, body: { startTime: 0, endTime: 1 } })
    const { items } = await owner.call('listPlaybackIds', { params: { id: clip.id } })
    expect(items).toMatchObject([{ isFirst: true, restrictions }])
  })
})
