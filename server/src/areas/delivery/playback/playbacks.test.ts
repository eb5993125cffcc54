import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import {
  type DatabaseConnection,
  migrateDatabase,
  openDatabase,
} from '../../../platform/database/database.ts'
import type { Bus } from '../../../platform/events/bus.ts'
import { createLog } from '../../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/test-database.ts'
import { cachePlaybacks } from './playbacks.ts'

const migrations = join(import.meta.dirname, '../../../../migrations')

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, migrations),
  )
  connection = openDatabase(database.url, 2, createLog('fatal'))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Nothing changes here. */
const silentBus: Bus = {
  subscribe: () => () => undefined,
  publish: async () => undefined,
  isConnected: () => true,
  close: async () => undefined,
}

/** A video of so many segments. */
async function newVideo(segments: number): Promise<string> {
  const [id, playbackId] = [randomUUID(), randomUUID().replaceAll('-', '')]
  await connection.pool.query(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playable, playback_policy, playback_id, created_at)
     VALUES ($1, $1, 'Long match', 'long match', 'ready', true, 'public', $2, now())`,
    [id, playbackId],
  )
  await connection.pool.query(
    `INSERT INTO renditions (id, content_id, position, name, type, is_original, width, height, frame_rate, bitrate, status,
       files_id, codecs, ended)
     VALUES ($1, $1, 0, '360p', 'video', false, 640, 360, 25, 600000, 'ready', $1, 'avc1.64001f', true)`,
    [id],
  )
  await connection.pool.query(
    'INSERT INTO rendition_segments (content_id, output_id, first, segments) VALUES ($1, $1, 0, $2)',
    [id, JSON.stringify(Array.from({ length: segments }, () => [4.004, 300_123]))],
  )
  return playbackId
}

const noTokens = { check: () => Promise.reject(new Error('nothing is signed here')), own: async () => null }
const watched = (playbackId: string) => ({
  playbackId,
  audience: 'v' as const,
  token: undefined,
  referrer: { kind: 'none' as const },
})

it('keeps the newest videos in so many bytes, and one that is larger than that all the same', async () => {
  const short = await Promise.all([100, 100, 100].map(newVideo))
  const long = await newVideo(21_600)
  const playbacks = cachePlaybacks(connection.db, silentBus, systemClock, noTokens, 60_000)
  const keptOf = (ids: string[]) => ids.map((id) => playbacks.open(id) !== null)

  for (const id of short) await playbacks.get(watched(id))
  expect(keptOf(short)).toEqual([false, true, true])
  await playbacks.get(watched(long))
  expect(keptOf([...short, long])).toEqual([false, false, false, true])
  await playbacks.get(watched(short[0] ?? ''))
  expect(keptOf([short[0] ?? '', long])).toEqual([true, false])
})
