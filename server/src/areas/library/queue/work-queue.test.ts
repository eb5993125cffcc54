import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expectedEndOf, type QueuedVideo } from './work-queue.ts'

const now = new Date('2026-03-01T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const video = (given: Partial<QueuedVideo>): QueuedVideo => ({
  isWaiting: false,
  durationS: 600,
  progress: 0.5,
  expectedAt: null,
  ...given,
})
const waiting = video({ isWaiting: true, progress: 0 })

describe('the estimated time when all videos are ready', () => {
  it('equals that of the only video', () => {
    expect(expectedEndOf([video({ expectedAt: later(120) })], now)).toEqual(later(120))
  })

  it('includes waiting videos, at the pace of the others', () => {
    // 300 s of video in 150 s: a pace of 2. 300 s and 600 s are left.
    expect(expectedEndOf([video({ expectedAt: later(150) }), waiting], now)).toEqual(later(450))
  })

  it('counts a video of unknown length as an average one', () => {
    const unread = video({ isWaiting: true, durationS: null, progress: 0 })
    expect(expectedEndOf([video({ expectedAt: later(150) }), unread], now)).toEqual(later(450))
  })

  it('is not earlier than that of the slowest video', () => {
    const slow = video({ durationS: 10, expectedAt: later(500) })
    const quick = video({ durationS: 6000, expectedAt: later(100) })
    expect(expectedEndOf([slow, quick], now)).toEqual(later(500))
  })

  it('is unknown without a pace', () => {
    expect(expectedEndOf([], now)).toBeNull()
    expect(expectedEndOf([waiting, video({})], now)).toBeNull()
    expect(expectedEndOf([video({ expectedAt: later(-5) })], now)).toBeNull()
    expect(expectedEndOf([video({ durationS: null, expectedAt: later(5) })], now)).toBeNull()
  })
})

describe('the queue', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.end())

  it('counts processed and waiting videos of this environment only', async () => {
    const { kinora, owner, stranger, content, sql } = world
    const empty = { processing: 0, waiting: 0, readyAt: null }
    const stages = ['encoding', 'queued', 'uploading', 'packaging']
    for (const stage of stages) {
      const id = await copyReadyVideo({ ...kinora, contentId: content.id }, owner.environmentId ?? '')
      await sql(
        `UPDATE contents SET stage = $2, progress = 0.5, duration_s = 60,
           expected_at = CASE WHEN $2 = 'encoding' THEN now() + interval '1 hour' END WHERE id = $1`,
        [id, stage],
      )
    }
    const queue = await owner.call('getWorkQueue', {})
    expect(queue).toMatchObject({ processing: 2, waiting: 1 })
    expect(Date.parse(queue.readyAt ?? '')).toBeGreaterThan(Date.now() + 3_600_000)
    expect(await stranger.call('getWorkQueue', {})).toEqual(empty)
    await sql('UPDATE contents SET stage = NULL WHERE environment_id = $1', [owner.environmentId])
    expect(await owner.call('getWorkQueue', {})).toEqual(empty)
  })
})
