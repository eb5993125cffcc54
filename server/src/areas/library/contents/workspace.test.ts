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
import type { ContentRef } from './content-view.ts'
import { contents } from './tables.ts'
import { ContentGone, withWorkspace } from './workspace.ts'

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

async function newContent(): Promise<ContentRef> {
  const ref = { id: uuidv7(), environmentId: uuidv7() }
  await connection.db.insert(contents).values({
    ...ref,
    title: 'Long match',
    searchText: 'long match',
    status: 'processing',
    playbackPolicy: 'public',
    playbackId: publicId(),
    createdAt: new Date(),
  })
  return ref
}

/** A job that runs until its signal aborts; returns the reason. */
function endless(content: ContentRef, signal: AbortSignal) {
  const begun = Promise.withResolvers<void>()
  const { db } = connection
  const reason = withWorkspace({ db, bus, ffmpeg, log, workFolder }, content, signal, async (workspace) => {
    begun.resolve()
    if (!workspace.signal.aborted) await once(workspace.signal, 'abort')
    return workspace.signal.reason as unknown
  })
  return { begun: begun.promise, reason }
}

it('ends if its content was deleted while the connection was lost, and continues otherwise', async () => {
  const [deleted, kept] = [await newContent(), await newContent()]
  const stopping = new AbortController()
  const ending = endless(deleted, stopping.signal)
  const staying = endless(kept, stopping.signal)
  await Promise.all([ending.begun, staying.begun])
  await connection.db.delete(contents).where(eq(contents.id, deleted.id))
  await connection.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'kinora-bus' AND datname = current_database()`,
  )
  expect(await ending.reason).toBeInstanceOf(ContentGone)
  const stopped = new Error('the process stops')
  stopping.abort(stopped)
  expect(await staying.reason).toBe(stopped)
})
