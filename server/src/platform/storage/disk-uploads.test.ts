import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { diskStorage } from './disk.ts'

const MIB = 1024 ** 2
const SIZE = 2 * MIB + 10

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-uploads-'))
  await storageOf('a boot').probe()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rm(root, { recursive: true, force: true }))

/** The storage in another process of the same boot, or after a restart of the machine. */
const storageOf = (bootId: string | null) =>
  diskStorage({ root, secret: 'a secret', clock: systemClock, bootId })

const bytes = (fill: number, length = MIB) => Readable.from([Buffer.alloc(length, fill)])
const numbersOf = async (bootId: string | null, key: string, id: string) =>
  (await storageOf(bootId).listParts(key, id))?.map(({ partNumber }) => partNumber)
const flushedFile = (id: string) => join(root, 'incoming', id, 'flushed')
const flushedIds = async (id: string) => (await readFile(flushedFile(id), 'utf8')).split('\n').filter(Boolean)

it('shows a part to all processes immediately, and after a power loss if it was flushed before', async () => {
  const storage = storageOf('a boot')
  const id = await storage.createMultipart('boot/one', SIZE, MIB)
  await storage.writePart('boot/one', id, 1, bytes(1))
  expect(await numbersOf('a boot', 'boot/one', id)).toEqual([1])
  await expect.poll(() => flushedIds(id)).toHaveLength(1)
  const [first] = await flushedIds(id)
  await storage.writePart('boot/one', id, 2, bytes(2))
  await expect.poll(() => flushedIds(id)).toHaveLength(2)
  // As if the machine had stopped before the second flush.
  await writeFile(flushedFile(id), `${first}\n`)
  expect(await numbersOf('a boot', 'boot/one', id)).toEqual([1, 2])
  expect(await numbersOf('the next boot', 'boot/one', id)).toEqual([1])
  expect(await numbersOf(null, 'boot/one', id)).toEqual([1])
})

it('flushes before it acknowledges if the machine has no boot ID', async () => {
  const storage = storageOf(null)
  const id = await storage.createMultipart('boot/none', SIZE, MIB)
  await storage.writePart('boot/none', id, 1, bytes(1))
  expect(await flushedIds(id)).toHaveLength(1)
  expect(await numbersOf('a boot', 'boot/none', id)).toEqual([1])
})

it('keeps a part if it is killed right after the acknowledgement, and completes the file', async () => {
  const id = await storageOf('a boot').createMultipart('killed/one', SIZE, MIB)
  const script = `
    import { Readable } from 'node:stream'
    import { diskStorage } from ${JSON.stringify(join(import.meta.dirname, 'disk.ts'))}
    const storage = diskStorage({ root: ${JSON.stringify(root)}, secret: '', clock: null, bootId: 'a boot' })
    for (const [n, size] of [[1, ${MIB}], [2, ${MIB}], [3, 10]]) {
      await storage.writePart('killed/one', ${JSON.stringify(id)}, n, Readable.from([Buffer.alloc(size, n)]))
    }
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

  const storage = storageOf('a boot')
  const parts = (await storage.listParts('killed/one', id)) ?? []
  expect(parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
    [1, MIB],
    [2, MIB],
    [3, 10],
  ])
  await storage.completeMultipart('killed/one', id, parts)
  const whole = await storage.read('killed/one')
  expect([0, MIB, 2 * MIB, SIZE - 1].map((at) => whole?.[at])).toEqual([1, 2, 3, 3])
})

it.each(['a boot', 'the next boot'])('treats a partly overwritten part as missing (%s)', async (bootId) => {
  const key = `half/${bootId.replaceAll(' ', '-')}`
  const storage = storageOf('a boot')
  const id = await storage.createMultipart(key, SIZE, MIB)
  await storage.writePart(key, id, 1, bytes(1))
  await expect.poll(() => flushedIds(id)).toHaveLength(1)
  expect(await numbersOf(bootId, key, id)).toEqual([1])
  await expect(storage.writePart(key, id, 1, bytes(2, MIB - 1))).rejects.toThrow('bytes')
  expect(await numbersOf(bootId, key, id)).toEqual([])
})

it('treats a part with an incomplete mark as missing', async () => {
  const storage = storageOf('a boot')
  const id = await storage.createMultipart('torn/one', SIZE, MIB)
  await storage.writePart('torn/one', id, 1, bytes(1))
  const mark = join(root, 'incoming', id, 'part-1.json')
  const text = await readFile(mark, 'utf8')
  for (const torn of ['', text.slice(0, -1), '\0'.repeat(text.length), '{}']) {
    await writeFile(mark, torn)
    expect(await numbersOf('a boot', 'torn/one', id)).toEqual([])
  }
})

it('completes a file only after a flush that began after the last write', async () => {
  const storage = storageOf('a boot')
  const id = await storage.createMultipart('flushed/one', 20, MIB)
  const { etag } = await storage.writePart('flushed/one', id, 1, bytes(1, 20))
  const flushes: boolean[] = []
  await observeFlushes(async (flush) => {
    await flush()
    flushes.push((await stat(join(root, 'incoming', id, 'data'))).size === 20)
  })
  await storage.completeMultipart('flushed/one', id, [{ partNumber: 1, etag }])
  expect(flushes).toContain(true)
  expect(await readdir(join(root, 'incoming'))).not.toContain(id)
})

it('drops parts whose flush failed, and accepts them again', async () => {
  const storage = storageOf('a boot')
  const id = await storage.createMultipart('broken/one', 20, MIB)
  const broken = await observeFlushes(() =>
    Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' })),
  )
  const { etag } = await storage.writePart('broken/one', id, 1, bytes(1, 20))
  await expect.poll(() => numbersOf('a boot', 'broken/one', id)).toEqual([])
  broken.mockRestore()
  const parts = [{ partNumber: 1, etag }]
  await expect(storage.completeMultipart('broken/one', id, parts)).rejects.toThrow('lost')
  expect(await storage.head('broken/one')).toBeNull()
  await storage.writePart('broken/one', id, 1, bytes(1, 20))
  expect((await storage.completeMultipart('broken/one', id, parts)).size).toBe(20)
})

/** Routes file flushes through `observer`. */
async function observeFlushes(observer: (flush: () => Promise<void>) => Promise<void>) {
  const handle = await open(root)
  const { datasync } = handle
  const spy = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
  await handle.close()
  return spy.mockImplementation(function (this: typeof handle) {
    return observer(() => datasync.call(this))
  })
}
