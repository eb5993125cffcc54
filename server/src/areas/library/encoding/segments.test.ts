import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { mediaPlaylist, noSegmentTotals } from '@kinora/media'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import type { TestDatabase } from '../../../platform/postgres/test-database.ts'
import { migratedDatabase } from '../../../platform/postgres/test-migrated.ts'
import { ContentGone } from '../contents/workspace.ts'
import { segmentName } from '../files/storage-keys.ts'
import { getPlayableVideo, type PlayableVideo, type Timelines } from '../playable/playable-video.ts'
import { emptyTimeline, extendTimeline } from '../playable/segment-timeline.ts'
import { type GrowingPlaylist, growPlaylist } from '../playback/growing-playlist.ts'
import { getSegments, recordSegments } from './segments.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Database
const socket = new Socket()
beforeAll(async () => {
  database = await migratedDatabase()
  // One connection, whose bytes can be counted.
  pool = new pg.Pool({ connectionString: database.url, max: 1, stream: () => socket })
  db = drizzle(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function newVideo() {
  const [id, playbackId] = [randomUUID(), randomUUID().replaceAll('-', '')]
  await pool.query(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playable, playback_policy, playback_id, created_at)
     VALUES ($1, $1, 'Long match', 'long match', 'ready', true, 'public', $2, now())`,
    [id, playbackId],
  )
  await pool.query(
    `INSERT INTO renditions (id, content_id, position, name, type, is_original, width, height, frame_rate, bitrate,
       status, output_id)
     VALUES ($1, $1, 0, '360p', 'video', false, 640, 360, 25, 600000, 'processing', $1)`,
    [id],
  )
  return { id, environmentId: id, playbackId }
}

const facts = { codecs: 'avc1.64001f', bitrate: 600_000 }
const segment: [number, number] = [4.004, 300_123]
const record = (video: { id: string; environmentId: string }, n: number) =>
  recordSegments(db, video, video.id, n, [segment], facts)

async function bytesOf(workspace: () => Promise<unknown>): Promise<number> {
  const before = socket.bytesRead + socket.bytesWritten
  await workspace()
  return socket.bytesRead + socket.bytesWritten - before
}

function timelinesOf(video: PlayableVideo | null): Timelines {
  return new Map((video?.renditions ?? []).map(({ outputId, segments }) => [outputId, segments]))
}

describe('a recording of many hours', () => {
  it('costs the same for each segment, to write and to read', async () => {
    const video = await newVideo()
    const costs = async (n: number) => {
      const known = timelinesOf(await getPlayableVideo(db, video.playbackId))
      expect(known.get(video.id)?.count).toBe(n)
      const written = await bytesOf(() => record(video, n))
      let grown: PlayableVideo | null = null
      const read = await bytesOf(async () => {
        grown = await getPlayableVideo(db, video.playbackId, known)
      })
      expect(timelinesOf(grown).get(video.id)?.count).toBe(n + 1)
      return { written, read }
    }
    for (let n = 0; n < 10; n++) await record(video, n)
    const early = await costs(10)
    await pool.query(
      `INSERT INTO rendition_segments (content_id, output_id, first, segments)
       SELECT $1, $1, n, '[[4.004, 300123]]' FROM generate_series(11, 9999) AS n`,
      [video.id],
    )
    const late = await costs(10_000)
    expect(early.written).toBeGreaterThan(0)
    expect(late.written / early.written).toBeLessThan(1.1)
    expect(late.read / early.read).toBeLessThan(1.1)
  })

  it('has a complete playlist, built from added segments', () => {
    let timeline = emptyTimeline()
    let playlist: GrowingPlaylist | undefined
    const wanted = { outputId: 'output', initUri: 'init.mp4', nameOf: segmentName }
    for (let n = 0; n < 300; n++) {
      timeline = extendTimeline(timeline, [[n % 7, 1000]])
      playlist = growPlaylist(playlist, { ...wanted, segments: timeline, ended: n === 299 })
    }
    const segments = Array.from({ length: 300 }, (_, n) => ({ uri: segmentName(n), durationS: n % 7 }))
    const whole = mediaPlaylist({ initUri: 'init.mp4', segments, ended: true })
    expect(playlist?.file).toMatchObject({ text: whole, sizeBytes: Buffer.byteLength(whole) })
  })

  it('costs the same for each segment to write its playlist', () => {
    const wanted = { outputId: 'output', ended: false, initUri: 'init.mp4', nameOf: segmentName }
    const grower = (count: number) => {
      const many = Array.from({ length: count }, () => segment)
      let segments = extendTimeline(emptyTimeline(), many)
      let playlist = growPlaylist(undefined, { ...wanted, segments })
      return () => {
        segments = extendTimeline(segments, [segment])
        playlist = growPlaylist(playlist, { ...wanted, segments })
      }
    }
    const [early, late] = [grower(10), grower(10_000)]
    const times = { early: [] as number[], late: [] as number[] }
    for (let n = 0; n < 400; n++) {
      times.early.push(msOf(early))
      times.late.push(msOf(late))
    }
    expect(median(times.late) / median(times.early)).toBeLessThan(3)
  })
})

describe('recorded segments', () => {
  it('are returned in order, in any grouping', async () => {
    const video = await newVideo()
    const all = Array.from({ length: 2500 }, (_, n): [number, number] => [4, n])
    await recordSegments(db, video, video.id, 0, all.slice(0, 2), facts)
    await recordSegments(db, video, video.id, 2, all.slice(2), facts)
    expect(await getSegments(db, video.id)).toEqual(all)
  })

  it('are refused after another attempt or a deletion', async () => {
    const video = await newVideo()
    await expect(recordSegments(db, video, randomUUID(), 0, [segment], facts)).rejects.toThrow(ContentGone)
    await pool.query('DELETE FROM contents WHERE id = $1', [video.id])
    await expect(record(video, 0)).rejects.toThrow(ContentGone)
    expect(
      (await pool.query('SELECT FROM rendition_segments WHERE content_id = $1', [video.id])).rowCount,
    ).toBe(0)
  })

  it('are deleted with their video', async () => {
    const video = await newVideo()
    await record(video, 0)
    await pool.query('DELETE FROM contents WHERE id = $1', [video.id])
    expect(await getSegments(db, video.id)).toEqual([])
  })
})

it('two timelines made from one do not mix', () => {
  const base = extendTimeline(emptyTimeline(), [[4, 1]])
  const one = extendTimeline(base, [[2, 1]])
  const other = extendTimeline(base, [[3, 1]])
  expect([one.durationsS[1], other.durationsS[1]]).toEqual([2, 3])
  expect(base.totals).not.toEqual(noSegmentTotals)
})

function msOf(workspace: () => unknown): number {
  const from = performance.now()
  workspace()
  return performance.now() - from
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
