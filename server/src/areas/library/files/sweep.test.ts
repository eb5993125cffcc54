import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, isSettled } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let now = Date.now()
beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(now) } })
})
afterAll(() => world.end())

it('deletes uploads without activity for a day, and expired samples', async () => {
  const sample = await world.owner.call('createSample', {})
  await contentWhen(world.owner, sample.id, isSettled)
  const incoming = join(world.kinora.dataDir, 'storage/incoming')
  expect(await readdir(incoming)).toHaveLength(1)

  now += 23 * 3600 * 1000
  await world.kinora.sweep()
  expect((await world.owner.send('GET', `/video/api/v1/uploads/${world.upload.uploadId}`)).status).toBe(200)

  now += 2 * 3600 * 1000
  await world.kinora.sweep()
  expect((await world.owner.send('GET', `/video/api/v1/uploads/${world.upload.uploadId}`)).status).toBe(404)
  expect((await world.owner.send('GET', `/video/api/v1/contents/${sample.id}`)).status).toBe(404)
  expect((await world.owner.send('GET', `/video/api/v1/contents/${world.content.id}`)).status).toBe(200)
  await expect.poll(() => readdir(incoming)).toEqual([])
})

it('keeps an upload that still receives parts', async () => {
  const { uploadId: id } = await world.owner.call('createUpload', {
    body: { fileName: 'slow.mp4', fileSize: 1000 },
  })
  for (let day = 0; day < 2; day++) {
    now += 23 * 3600 * 1000
    await world.owner.call('createPartUrl', { params: { id }, body: { partNumber: 1 } })
    await world.kinora.sweep()
  }
  const kept = await world.owner.call('getUpload', { params: { id } })
  expect(kept.status).toBe('pending')
})

it('keeps an upload that continues while abandoned ones are deleted', async () => {
  const { uploadId: id } = await world.owner.call('createUpload', {
    body: { fileName: 'paused.mp4', fileSize: 1000 },
  })
  now += 25 * 3600 * 1000
  const part = await world.hold('UPDATE uploads SET touched_at = $2 WHERE id = $1', [id, new Date(now)])
  await Promise.all([world.kinora.sweep(), part.releaseOnceAwaited()])
  expect(await world.owner.call('getUpload', { params: { id } })).toMatchObject({ status: 'pending' })
})

it('does not wait for, nor hold up, the uploads of another tenant', async () => {
  const { uploadId: id, contentId } = await world.owner.call('createUpload', {
    body: { fileName: 'mine.mp4', fileSize: 1000 },
  })
  const mine = await world.hold('SELECT FROM uploads WHERE id = $1 FOR UPDATE', [id])
  const asked = { body: { ids: [contentId], permanently: true } }
  expect(await world.stranger.call('deleteContents', asked)).toEqual({ deleted: [] })
  await Promise.all([world.owner.call('cancelUpload', { params: { id } }), mine.releaseOnceAwaited()])
})
