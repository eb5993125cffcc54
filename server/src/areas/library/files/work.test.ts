import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { migrateDatabase } from '../../../platform/database/migrations.ts'
import { type Bus, openBus } from '../../../platform/events/bus.ts'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/test-database.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, withWork } from './work.ts'

const log = createLog('fatal')
const migrations = join(import.meta.dirname, '../../../../migrations')

let database: TestDatabase
let connection: DatabaseConnection
let bus: Bus
let ffmpeg: Ffmpeg
let workFolder: string
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, migrations),
  )
  connection = openDatabase(database.url, 4, log)
  bus = await openBus(database.url, connection.pool, log)
  ffmpeg = await detectFfmpeg()
  workFolder = await mkdtemp(join(tmpdir(), 'kinora-work-'))
})
afterAll(async () => {
  await bus.close()
  await connection.close()
  await database.drop()
  await rm(workFolder, { recursive: true, force: true })
})

async function newContent(): Promise<string> {
  const id = uuidv7()
  await connection.db.insert(contents).values({
    id,
    environmentId: uuidv7(),
    title: 'Long match',
    searchText: 'long match',
    status: 'processing',
    playbackPolicy: 'public',
    playbackId: publicId(),
    createdAt: new Date(),
  })
  return id
}

/** Work that goes on until its signal aborts; answers why it did. */
function endless(contentId: string, signal: AbortSignal) {
  const begun = Promise.withResolvers<void>()
  const { db } = connection
  const reason = withWork({ db, bus, ffmpeg, log, workFolder }, contentId, signal, async (work) => {
    begun.resolve()
    if (!work.signal.aborted) await once(work.signal, 'abort')
    return work.signal.reason as unknown
  })
  return { begun: begun.promise, reason }
}

it('ends when its content was deleted while no word of it could arrive, and goes on otherwise', async () => {
  const [deleted, kept] = [await newContent(), await newContent()]
  const stopping = new AbortController()
  const ending = endless(deleted, stopping.signal)
  const staying = endless(kept, stopping.signal)
  await Promise.all([ending.begun, staying.begun])
  await connection.db.delete(contents).where(eq(contents.id, deleted))
  await connection.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'kinora-bus' AND datname = current_database()`,
  )
  expect(await ending.reason).toBeInstanceOf(ContentGone)
  const stopped = new Error('the process stops')
  stopping.abort(stopped)
  expect(await staying.reason).toBe(stopped)
})
