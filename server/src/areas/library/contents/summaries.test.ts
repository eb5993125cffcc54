import { summaryLimits } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptStill } from '../../../testing/client.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const copy = (title: string) =>
  copyReadyVideo({ ...world.kinora, contentId: world.content.id }, world.owner.environmentId ?? '', { title })

it('shows thumbnails, subtitles and clips of a video, alone and in lists', async () => {
  const { owner } = world
  const id = await copy('Summit')
  const plain = await copy('Harbor')
  const still = await keptStill(owner, { id })
  await owner.call('choosePoster', { params: { id }, body: { thumbnailId: still.id } })
  const body = { name: 'Telugu', languageCode: 'te', text: '1\n00:00:00,000 --> 00:00:01,000\nmatch' }
  const subtitle = await owner.call('createSubtitle', { params: { id }, body })
  const clip = await owner.call('createClip', { params: { id }, body: { startTime: 0.5, endTime: 1.5 } })
  await owner.call('publishSubtitles', {
    params: { id },
    body: { draftsToPublish: [subtitle.id], subtitlesToDelete: [] },
  })
  await owner.call('updateSubtitle', {
    params: { id, subtitleId: subtitle.id },
    body: { name: 'Telugu, second draft' },
  })

  const { items: events } = await owner.call('listEvents', { query: { contentId: id, pageSize: 100 } })
  const objects = new Set(events.map(({ object }) => object.id))
  for (const part of [id, still.id, subtitle.id, clip.id]) expect(objects).toContain(part)

  const video = await owner.call('getContent', { params: { id } })
  const time = 1
  expect(video.thumbnails).toEqual({
    items: [{ id: still.id, kind: 'still', time, isPoster: true, url: still.url }],
    totalItems: 1,
  })
  expect(video.subtitles).toEqual({
    items: [{ id: subtitle.id, name: 'Telugu', languageCode: 'te', status: 'published' }],
    totalItems: 1,
  })
  expect(video.clips).toMatchObject({
    items: [{ id: clip.id, title: clip.title, startTime: 0.5, endTime: 1.5 }],
    totalItems: 1,
  })
  expect(video).toMatchObject({ type: 'video', startTime: null, endTime: null })
  expect(clip).toMatchObject({ type: 'clip', startTime: 0.5, endTime: 1.5 })
  const { items } = await owner.call('listContents', { query: { sort: 'title' } })
  const nothing = { items: [], totalItems: 0 }
  expect(items.find((each) => each.id === plain)).toMatchObject({
    thumbnails: nothing,
    subtitles: nothing,
    clips: nothing,
  })
  expect(items.find((each) => each.id === id)).toMatchObject({
    thumbnails: video.thumbnails,
    subtitles: video.subtitles,
  })
})

it('shows the first items of long lists and counts the rest', async () => {
  const { owner, sql } = world
  const id = await copy('Marathon')
  const total = summaryLimits.items + 3
  await sql(
    `INSERT INTO thumbnails (id, content_id, environment_id, kind, origin, format, start_s, width, height, size_bytes,
       created_by, created_at)
     SELECT gen_random_uuid(), $1, $2, 'still', 'captured', 'jpg', n, 320, 180, 1000, 'Ananya', now()
     FROM generate_series(1, $3) AS n`,
    [id, owner.environmentId, total],
  )
  // Rows that name another environment are never shown.
  await sql(
    `UPDATE thumbnails SET environment_id = gen_random_uuid() WHERE content_id = $1 AND start_s = 1`,
    [id],
  )
  const { thumbnails } = await owner.call('getContent', { params: { id } })
  const all = await owner.call('listThumbnails', { params: { id } })
  expect(thumbnails.totalItems).toBe(total - 1)
  expect(thumbnails.items.map((each) => each.id)).toEqual(
    all.items.slice(0, summaryLimits.items).map((each) => each.id),
  )
})

/** The page without the fields that change while a clip is processed. */
function shown(body: unknown) {
  const { items, ...rest } = Object(body)
  return { ...rest, ids: items.map(({ id }: { id: string }) => id) }
}

it('separates tags at commas', async () => {
  const { owner } = world
  const id = await copy('Festival')
  const params = { id }
  const typed = ['news, sports', 'hyderabad,', 'live']
  const changed = await owner.call('updateContent', { params, body: { tags: typed } })
  expect(changed.tags).toEqual(['news', 'sports', 'hyderabad', 'live'])
  await owner.call('tagContents', { body: { ids: [id], add: ['a,b'], remove: ['news,live'] } })
  expect((await owner.call('getContent', { params })).tags).toEqual(['sports', 'hyderabad', 'a', 'b'])
  const many = Array.from({ length: 51 }, (_, n) => `tag${n}`).join(',')
  for (const tag of [many, ' padded', '']) {
    const answer = await owner.try('updateContent', { params, body: { tags: [tag] } })
    expect(answer.status).toBe(400)
  }
})

it('names the missing time of a clip', async () => {
  const { owner, content } = world
  const path = `/video/api/v1/contents/${content.id}/clips`
  const errorsOf = async (body: object) => Object((await owner.send('POST', path, { body })).body).errors
  const required = [{ path: 'body.startTime', message: 'This field is required' }]
  expect(await errorsOf({})).toEqual(required)
  expect(await errorsOf({ startTime: '' })).toEqual(required)
  const clock = 'Please enter hh:mm:ss format'
  expect(await errorsOf({ startTime: 'soon' })).toEqual([{ path: 'body.startTime', message: clock }])
  expect(await errorsOf({ startTime: 0, endTime: '' })).toEqual([{ path: 'body.endTime', message: clock }])
})

it('lists videos under the short path as under `paginated`', async () => {
  const { owner } = world
  for (const query of ['', '?pageSize=1&sort=title', '?phrase=summit', '?trashed=true']) {
    const [short, paginated] = await Promise.all([
      owner.send('GET', `/video/api/v1/contents${query}`),
      owner.send('GET', `/video/api/v1/contents/paginated${query}`),
    ])
    expect(short.status).toBe(200)
    expect(shown(short.body)).toEqual(shown(paginated.body))
  }
})
