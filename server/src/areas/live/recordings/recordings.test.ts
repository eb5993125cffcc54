import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStream, recordedVideo } from '../../../testing/livestreams.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

/** A recording that has ended, with its stream. */
async function newRecording(title: string) {
  const { kinora, owner, content } = world
  const stored = { ...kinora, contentId: content.id }
  const id = await copyReadyVideo(stored, owner.environmentId ?? '', { title })
  return recordedVideo(world, id)
}

const listed = async (query: { streamId?: string; phrase?: string } = {}) =>
  (await world.owner.call('listLiveRecordings', { query })).items.map(({ id }) => id)

it('a stream that repeats a signed video is signed, unless the request says otherwise', async () => {
  const { kinora, owner, content } = world
  const copy = (playbackPolicy: 'public' | 'signed') =>
    copyReadyVideo({ ...kinora, contentId: content.id }, owner.environmentId ?? '', { playbackPolicy })
  const file = (contentId: string) => ({ type: 'file', contentId }) as const
  const [signed, open] = [file(await copy('signed')), file(await copy('public'))]
  const create = (body: object) => newStream(owner, body)
  expect(await create({ source: signed })).toMatchObject({ playbackPolicy: 'signed' })
  expect(await create({ source: open })).toMatchObject({ playbackPolicy: 'public' })
  const { id } = await create({ source: signed, playbackPolicy: 'public' })
  const change = async (body: object) =>
    (await owner.call('updateLivestream', { params: { id }, body })).playbackPolicy
  expect(await change({ source: signed, name: 'Renamed' })).toBe('public')
  expect(await change({ source: open })).toBe('public')
  expect(await change({ source: signed, playbackPolicy: 'public' })).toBe('public')
  expect(await change({ source: { type: 'push' } })).toBe('public')
  expect(await change({ source: signed })).toBe('signed')
})

describe('recordings of live streams', () => {
  it('are listed with their sessions, filtered by stream and by words of the title', async () => {
    const one = await newRecording('Coastal final')
    const other = await newRecording('Evening debate')
    expect(await listed()).toEqual(expect.arrayContaining([other.contentId, one.contentId]))
    expect(await listed({ streamId: one.streamId })).toEqual([one.contentId])
    expect(await listed({ phrase: 'debat' })).toEqual([other.contentId])
    expect(await listed({ phrase: '!' })).toEqual([])
    const { items } = await world.owner.call('listLiveRecordings', { query: { streamId: one.streamId } })
    expect(items[0]).toMatchObject({
      title: 'Coastal final',
      category: 'LiveRecording',
      livestreamId: one.streamId,
      livestreamName: expect.stringMatching(/^Stream/),
      startedAt: '2023-11-14T22:13:20.000Z',
      endedAt: '2023-11-14T22:14:20.000Z',
      isLive: false,
      expiresAt: expect.any(String),
    })
  })

  it('have gaps with positions, even after they were archived', async () => {
    const { contentId } = await newRecording('With gaps')
    await world.owner.call('archiveLiveRecording', { params: { id: contentId } })
    const recording = await world.owner.call('getLiveRecording', { params: { id: contentId } })
    expect(recording).toMatchObject({ id: contentId, isLive: false })
    const from = '2023-11-14T22:13:20.200Z'
    const slate = { from, to: '2023-11-14T22:13:20.500Z', startS: 0.2, endS: 0.5, isRecorded: true }
    expect(recording.gaps).toEqual([
      { ...slate, reason: 'encoder-away' },
      expect.objectContaining({ startS: 0.7, endS: 0.7, reason: 'node-lost', isRecorded: false }),
    ])
  })

  it('stay in the list when their stream is deleted, without its name', async () => {
    const { streamId } = await newRecording('Old harbour')
    await world.owner.call('deleteLivestream', { params: { id: streamId } })
    const { items } = await world.owner.call('listLiveRecordings', { query: { streamId } })
    expect(items[0]).toMatchObject({ title: 'Old harbour', livestreamName: null })
  })

  it('leave no rows or files when they are deleted', async () => {
    const { contentId } = await newRecording('Deleted')
    const [row] = await world.sql('SELECT session_id FROM live_recordings WHERE content_id = $1', [contentId])
    await world.owner.call('deleteContent', { params: { id: contentId }, query: { permanently: true } })
    const left = () =>
      world.sql(
        `SELECT session_id FROM live_recordings WHERE session_id = $1
        UNION ALL SELECT session_id FROM live_gaps WHERE session_id = $1`,
        [row?.session_id],
      )
    await expect.poll(left).toEqual([])
  })

  it('are archived as videos that do not expire', async () => {
    const { streamId, contentId } = await newRecording('Kept match')
    const params = { id: contentId }
    const kept = await world.owner.call('archiveLiveRecording', { params })
    expect(kept).toMatchObject({ id: contentId, category: 'Video', expiresAt: null })
    expect(await world.owner.call('archiveLiveRecording', { params })).toEqual(kept)
    expect(await listed({ streamId })).toEqual([])
    const organizationId = world.owner.organizationId ?? ''
    const { items } = await world.owner.call('listAudit', { query: { organizationId, objectId: contentId } })
    expect(items.map(({ action }) => action)).toEqual(['asset.archived'])
  })

  it('can be archived only if they are recordings that have ended', async () => {
    const { contentId } = await newRecording('Growing')
    await world.sql(`UPDATE contents SET stage = 'encoding', expires_at = NULL WHERE id = $1`, [contentId])
    const archive = async (id: string) =>
      (await world.owner.try('archiveLiveRecording', { params: { id } })).body
    expect(await archive(contentId)).toMatchObject({ type: '/problems/content-not-ready' })
    expect(await archive(world.content.id)).toMatchObject({ type: '/problems/not-found' })
  })

  it('refuse calls that need a source file, even after they were archived', async () => {
    const { contentId } = await newRecording('No source')
    const params = { id: contentId }
    const url = 'http://127.0.0.1/file.mp4'
    const attempts = async () => [
      await world.owner.try('reencodeContent', { params, body: {} }),
      await world.owner.try('replaceByUrl', { params, body: { url } }),
      await world.owner.try('createDownload', { params, body: { file: 'original' } }),
      await world.owner.try('addAudioTrack', { params, body: { url, name: 'Hindi', languageCode: 'hi' } }),
    ]
    const refused = {
      status: 409,
      body: expect.objectContaining({ type: '/problems/recording-has-no-source' }),
    }
    const all = Array.from({ length: 4 }, () => expect.objectContaining(refused))
    expect(await attempts()).toEqual(all)
    await world.owner.call('archiveLiveRecording', { params })
    expect(await attempts()).toEqual(all)
  })

  it('have a storyboard that is rendered from their segments', async () => {
    const { contentId } = await newRecording('Scenes')
    const { urls } = await world.owner.call('getContent', { params: { id: contentId } })
    const vtt = await (await fetch(urls.storyboard)).text()
    const [, picture = ''] = /00:00:00\.000 --> .*\n(\S+)#xywh=0,0,\d+,\d+\n$/.exec(vtt) ?? []
    const drawn = await fetch(new URL(picture, urls.storyboard))
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await fetch(new URL('storyboard.jpg?v=99', urls.storyboard))).status).toBe(404)
  })

  it('end with their session if no node ends them', async () => {
    const { contentId } = await newRecording('Abandoned')
    await world.sql('UPDATE live_recordings SET ended_at = NULL WHERE content_id = $1', [contentId])
    await world.sql(`UPDATE contents SET stage = 'encoding', expires_at = NULL WHERE id = $1`, [contentId])
    await world.kinora.sweep()
    const recording = await world.owner.call('getLiveRecording', { params: { id: contentId } })
    expect(recording).toMatchObject({ isLive: false, stage: null, expiresAt: expect.any(String) })
    const { endedAt } = recording
    await world.kinora.sweep()
    const again = await world.owner.call('getLiveRecording', { params: { id: contentId } })
    expect(again.endedAt).toBe(endedAt)
  })

  it('are cut by epoch times, also as a video', async () => {
    const { contentId } = await newRecording('Cut by the clock')
    await world.sql(
      `UPDATE rendition_segments SET segments = jsonb_set(segments, '{0}',
         jsonb_build_array(segments->0->0, segments->0->1, 0, 1700000000000)) WHERE content_id = $1 AND first = 0`,
      [contentId],
    )
    const params = { id: contentId }
    const cut = (startTime: number | string, endTime: number | string) =>
      world.owner.try('createClip', { params, body: { startTime, endTime } })
    for (const [startTime, endTime] of [
      [1_700_000_000.2, '1700000000800'],
      ['00:00:00.200', 0.8],
    ] as const) {
      const { status, body } = await cut(startTime, endTime)
      expect([status, body]).toMatchObject([201, { clipOf: { contentId, startTime: 0.2, endTime: 0.8 } }])
    }
    expect(await cut(1_600_000_000, 1_600_000_001)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.startTime', message: 'The stream was not recorded at this time' }] },
    })
    expect(await cut(1_800_000_000, 1_800_000_001)).toMatchObject({
      body: { type: '/problems/time-beyond-end' },
    })
  })

  it('have clips that are listed by stream', async () => {
    const { streamId, contentId } = await newRecording('Clipped')
    const body = { name: 'Goal', startTime: 1_700_000_000.2, endTime: 1_700_000_000.8 }
    const { id } = await world.owner.call('createLiveClip', { params: { id: streamId }, body })
    await world.owner.call('archiveLiveRecording', { params: { id: contentId } })
    const { items, totalItems } = await world.owner.call('listLiveClips', { params: { id: streamId } })
    expect(items.map((clip) => clip.id)).toEqual([id])
    expect(totalItems).toBe(1)
    const untilEnd = { startTime: '1700000000.2' }
    const last = await world.owner.call('createLiveClip', { params: { id: streamId }, body: untilEnd })
    expect(last.clipOf).toMatchObject({ contentId, startTime: 0.2 })
    const wrong = { startTime: '00:00:01', name: ' Goal' }
    expect(
      (await world.owner.try('createLiveClip', { params: { id: streamId }, body: wrong })).body,
    ).toMatchObject({
      errors: expect.arrayContaining([
        { path: 'body.startTime', message: 'Please enter in epoch format' },
        { path: 'body.name', message: 'Entered value cannot start/end or have only white space' },
      ]),
    })
    const other = await newRecording('Without clips')
    expect(await world.owner.call('listLiveClips', { params: { id: other.streamId } })).toMatchObject({
      totalItems: 0,
    })
  })
})
