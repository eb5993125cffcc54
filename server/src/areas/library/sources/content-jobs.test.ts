import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { type JobDefinition, type Jobs, openJobs } from '../../../platform/jobs/jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { contentWhen } from '../../../testing/client.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { ladderJob } from '../encoding/jobs.ts'
import { imagesJob } from '../images/jobs.ts'
import { textsJob } from '../subtitles/jobs.ts'
import { ingestJob } from './content-jobs.ts'

const log = createLog('fatal')

let world: World
let connection: DatabaseConnection
let jobs: Jobs
beforeAll(async () => {
  world = await openWorld()
  const { databaseUrl: url } = world.kinora
  connection = openDatabase(url, 1, log)
  jobs = await openJobs({ url, log, metrics: createMetrics() })
})
afterAll(async () => {
  await jobs.close()
  await connection.close()
  await world.end()
})

async function enqueue(definition: JobDefinition<{ contentId: string }>, environmentId: string | null) {
  const { id } = world.content
  const options = { environmentId: environmentId ?? '', key: id }
  await connection.db.transaction((tx) => jobs.enqueue(tx, definition, { contentId: id }, options))
}

async function stateOf(id: string) {
  return {
    content: await world.sql('SELECT * FROM contents WHERE id = $1', [id]),
    renditions: await world.sql('SELECT * FROM renditions WHERE content_id = $1 ORDER BY id', [id]),
    events: await world.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [id]),
    removals: await world.sql("SELECT data FROM pgboss.job WHERE name = 'library.remove'"),
    files: await readdir(join(world.kinora.dataDir, 'storage/objects/contents', id), { recursive: true }),
  }
}

it.each([
  ['runs', ''],
  ['is dead-lettered', '.dead'],
])('a video is not changed when a job of another environment that names it %s', async (_what, suffix) => {
  const { id } = world.content
  const before = await stateOf(id)
  const { environmentId } = world.stranger
  const definitions = [ingestJob, ladderJob(1), imagesJob, textsJob].map((definition) => ({
    ...definition,
    name: `${definition.name}${suffix}`,
  }))
  for (const definition of definitions) await enqueue(definition, environmentId)
  const names = definitions.map(({ name }) => name)
  const states = () =>
    world.sql('SELECT state FROM pgboss.job WHERE name = ANY($1) AND group_id = $2', [names, environmentId])
  await expect
    .poll(states, { timeout: patient(20_000), interval: 50 })
    .toEqual(names.map(() => ({ state: 'completed' })))
  expect(await stateOf(id)).toEqual(before)
})

it('a video is marked as failed when a job of its environment could not do so', async () => {
  await enqueue({ ...ingestJob, name: `${ingestJob.name}.dead` }, world.owner.environmentId)
  const failed = await contentWhen(world.owner, world.content.id, ({ status }) => status === 'failed')
  expect(failed).toMatchObject({ playable: false, error: { id: 'encode-failed' } })
})
