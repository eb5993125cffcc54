import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskStorage } from './disk.ts'
import { type WatchedStorage, watchStorage } from './watched-storage.ts'

const clock = { now: () => new Date('2026-03-01T10:00:00Z') }
let root: string
let watched: WatchedStorage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-watched-'))
  watched = watchStorage(diskStorage({ root, secret: 'secret', clock, bootId: null }), clock)
  await watched.storage.probe()
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('counts requests that fail', async () => {
  const { storage, gauges } = watched
  await storage.put('a/b', Buffer.from('x'), 'text/plain')
  expect(await storage.read('a/nothing')).toBeNull()
  expect(await gauges.read()).toEqual([{ gauge: 'kinora_storage_errors', value: 0 }])
  await writeFile(join(root, 'objects', 'file'), 'in the way of a folder')
  await expect(storage.put('file/b', Buffer.from('x'), 'text/plain')).rejects.toThrow()
  expect(await gauges.read()).toEqual([
    { gauge: 'kinora_storage_errors', value: 1 },
    { gauge: 'kinora_storage_last_error_timestamp_seconds', value: clock.now().getTime() / 1000 },
  ])
})
