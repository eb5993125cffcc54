import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../../testing/jobs/job-triggers.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const HOUR_MS = 3600 * 1000
const patience = { timeout: patient(30_000) }

let world: World
let folder: string
let ffmpeg: FaultyFfmpeg
let objects: string
let now = Date.now()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-removals-'))
  ffmpeg = await faultyFfmpeg(folder)
  world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path }, clock: { now: () => new Date(now) } })
  await retryAtOnce(world.sql)
  objects = join(world.kinora.dataDir, 'storage/objects')
})
afterAll(async () => {
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

const filesOf = (contentId: string) => readdir(join(objects, 'contents', contentId)).catch(() => [])
const outputIdsOf = (contentId: string) => readdir(join(objects, 'contents', contentId, 'r'))
const usedOutputIds = async (contentId: string) =>
  (await world.sql('SELECT output_id FROM renditions WHERE content_id = $1', [contentId])).map(
    ({ output_id: outputId }) => String(outputId),
  )
const removalsLeft = () => world.sql('SELECT * FROM removals')
const underWay = () => world.sql(`SELECT name FROM pgboss.job WHERE state IN ('created', 'retry', 'active')`)

it('continues until the files are gone, even if the storage fails for long', async () => {
  const { id } = await uploadFile(world.owner, world.clip)
  await contentWhen(world.owner, id, isSettled)
  // A running image job would schedule its own files for removal again.
  await expect.poll(underWay, patience).toEqual([])
  const away = `${objects}-away`
  await rename(objects, away)
  await world.owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  const failures = () => world.kinora.logged().match(/"library\.remove".*failed permanently/g)?.length ?? 0
  await expect.poll(failures, patience).toBe(1)
  for (let sweeps = 0; sweeps < 3; sweeps++) await world.kinora.sweep()
  await expect.poll(failures, patience).toBe(2)

  await rename(away, objects)
  expect(await filesOf(id)).toContain('source')
  now += HOUR_MS
  await world.kinora.sweep()
  await expect.poll(() => filesOf(id), patience).toEqual([])
  await expect.poll(removalsLeft, patience).toEqual([])
})

describe('output of a replaced attempt', () => {
  it('is removed after an hour, while used output stays', async () => {
    const clip = await makeClip(join(folder, 'ladder.mp4'), ...pattern(3, '640x360'), ...h264, '-c:a', 'aac')
    await ffmpeg.failLateOn('240p/')
    const { id } = await uploadFile(world.owner, clip)
    await contentWhen(world.owner, id, isSettled)
    // A rendition can also be failed for a moment between two attempts.
    await expect.poll(underWay, patience).toEqual([])
    const broken = await contentWhen(world.owner, id, isSettled)
    expect(broken.renditions.map(({ status }) => status)).toEqual(['failed', 'ready', 'ready'])
    const [failedOutputId = ''] = (
      await world.sql(`SELECT output_id FROM renditions WHERE content_id = $1 AND status = 'failed'`, [id])
    ).map(({ output_id: outputId }) => String(outputId))
    expect(await outputIdsOf(id)).toContain(failedOutputId)
    const download = join(objects, 'contents', id, 'mp4', `${failedOutputId}.mp4`)
    await mkdir(join(download, '..'))
    await writeFile(download, '')

    await ffmpeg.repair()
    await world.owner.call('retryContent', { params: { id } })
    await contentWhen(world.owner, id, isSettled)
    const used = await usedOutputIds(id)
    const all = await outputIdsOf(id)
    expect(all).toEqual(expect.arrayContaining([failedOutputId, ...used]))
    expect(all.length).toBeGreaterThan(used.length + 1)

    now += HOUR_MS - 1000
    await world.kinora.sweep()
    now += 2000
    expect(await outputIdsOf(id)).toEqual(all)
    await world.kinora.sweep()
    await expect.poll(async () => (await outputIdsOf(id)).sort(), patience).toEqual(used.sort())
    await expect.poll(() => readdir(join(download, '..')), patience).toEqual([])
    await expect.poll(removalsLeft, patience).toEqual([])
  })

  it('is not removed while a rendition uses it', async () => {
    const [outputId = ''] = await usedOutputIds(world.content.id)
    const prefix = `contents/${world.content.id}/r/${outputId}`
    const before = await readdir(join(objects, prefix))
    await world.sql(
      `INSERT INTO removals (id, environment_id, prefix, output_id, due_at) VALUES ($1, $2, $3, $4, $5)`,
      [randomUUID(), world.content.environmentId, prefix, outputId, new Date(now)],
    )
    await world.kinora.sweep()
    await expect.poll(removalsLeft, patience).toEqual([])
    expect(await readdir(join(objects, prefix))).toEqual(before)
  })
})
