import type { PlannedRecording } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled } from '../../../testing/client.ts'
import { newStream, recordedVideo } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const isoAt = (seconds: number) => new Date(seconds * 1000).toISOString()
const nowS = () => Math.floor(Date.now() / 1000)

function plan(livestreamId: string, fromS: number, toS: number, name = 'Final'): Promise<PlannedRecording> {
  const body = { name, livestreamId, from: isoAt(fromS), to: isoAt(toS) }
  return world.owner.call('createPlannedRecording', { body })
}

const found = (id: string) => world.owner.call('getPlannedRecording', { params: { id } })

describe('a planned recording', () => {
  it('is cut from the recording at its end, once', async () => {
    const startS = nowS() - 600
    const { id: source } = await world.copyVideo()
    const { streamId } = await recordedVideo(world, source, startS)
    const { id, status } = await plan(streamId, startS - 60, startS + 0.6)
    expect(status).toBe('saving')
    await world.kinora.sweep()
    await world.kinora.sweep()
    const ended = await found(id)
    expect(ended).toMatchObject({ status: 'recorded', videoIds: [expect.any(String)] })
    const video = await contentWhen(world.owner, ended.videoIds[0] ?? '', isSettled)
    expect(video).toMatchObject({ title: 'Final', status: 'ready', category: 'Video', expiresAt: null })
    expect(video.duration).toBeCloseTo(0.6, 1)
    const { items } = await world.owner.call('listEvents', {
      query: { type: ['video.planned_recording.ended'] },
    })
    expect(items.filter(({ object }) => object.id === id)).toHaveLength(1)
  })

  it('is missed if nothing was recorded', async () => {
    const { id: streamId } = await newStream(world.owner)
    const { id } = await plan(streamId, nowS() - 120, nowS() - 60)
    await world.kinora.sweep()
    expect(await found(id)).toMatchObject({ status: 'missed', videoIds: [] })
  })

  it('shows whether its time has come', async () => {
    const { id: streamId } = await newStream(world.owner)
    expect(await plan(streamId, nowS() + 60, nowS() + 120)).toMatchObject({ status: 'planned' })
    const { id } = await plan(streamId, nowS() - 60, nowS() + 120)
    await world.kinora.sweep()
    expect(await found(id)).toMatchObject({ status: 'running' })
  })

  it('is listed by words of its name, and deleted without its videos', async () => {
    const { id: streamId, name: livestreamName } = await newStream(world.owner)
    const { id } = await plan(streamId, nowS() + 60, nowS() + 120, 'Coastal regatta')
    const listed = await world.owner.call('listPlannedRecordings', { query: { phrase: 'regat' } })
    expect(listed.items).toEqual([expect.objectContaining({ id, livestreamName })])
    await world.owner.call('deletePlannedRecording', { params: { id } })
    expect((await world.owner.try('getPlannedRecording', { params: { id } })).status).toBe(404)
  })

  it.each([
    ['ends before it begins', 120, 60],
    ['lasts over 12 hours', 60, 60 + 12 * 3600 + 1],
    ['ended over 12 hours ago', -13 * 3600, -12 * 3600 - 60],
    ['begins in over a year', 367 * 86_400, 367 * 86_400 + 60],
  ])('is refused if it %s', async (_, from, to) => {
    const { id: livestreamId } = await newStream(world.owner)
    const body = { name: 'Final', livestreamId, from: isoAt(nowS() + from), to: isoAt(nowS() + to) }
    expect((await world.owner.try('createPlannedRecording', { body })).body).toMatchObject({
      type: '/problems/planned-recording-times',
    })
  })
})
