// Slow: repeats requests that the bucket refuses.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addSeconds, systemClock } from '../clock.ts'
import { diskStorage } from './disk.ts'
import { openPartUrl } from './disk-parts.ts'
import { PartLengthError } from './part-writer.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'
import { startTestBucket, type TestBucket } from './test-bucket.ts'

const TYPE = 'video/mp4'
const MIB = 1024 ** 2
const SECRET = 'a secret for tests'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-storage-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('on disk', () => conforms(onDisk))

describe('in a bucket', () => conforms(inBucket))

interface Opened {
  readonly storage: Storage
  /** Prefix of the URLs of parts. */
  readonly origin: string
  close(): Promise<void>
}

async function onDisk(): Promise<Opened> {
  const storage = diskStorage({
    root: join(folder, 'disk'),
    secret: SECRET,
    clock: systemClock,
    bootId: 'a boot',
  })
  const server = createServer(async (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const grant = openPartUrl(query.get('grant') ?? '', query.get('signature') ?? '', SECRET, new Date())
    if (grant === null) return response.writeHead(403).end()
    try {
      const { etag } = await storage.writePart(grant.key, grant.multipartId, grant.partNumber, request)
      return response.writeHead(200, { etag: `"${etag}"` }).end()
    } catch (error) {
      return response.writeHead(error instanceof PartLengthError ? 400 : 404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    storage,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Opens a storage in Ceph if there is one (`npm run test:s3`), otherwise in memory. */
async function inBucket(): Promise<Opened> {
  const given = inject('bucket')
  if (given.S3_ENDPOINT !== undefined)
    return {
      storage: bucketStorage(given.S3_ENDPOINT, given),
      origin: given.S3_ENDPOINT,
      close: async () => undefined,
    }
  const bucket = await startTestBucket()
  return { storage: bucketStorage(bucket.endpoint), origin: bucket.endpoint, close: bucket.close }
}

function bucketStorage(endpoint: string, given: Readonly<Record<string, string>> = {}): Storage {
  return s3Storage({
    bucket: given.S3_BUCKET ?? 'kinora',
    endpoint,
    region: 'us-east-1',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? 'a key',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? 'a secret',
    forcePathStyle: true,
    clock: systemClock,
  })
}

describe('a bucket that answers 503 to one request in ten', () => {
  let bucket: TestBucket
  let storage: Storage
  beforeAll(async () => {
    bucket = await startTestBucket((count) => count % 10 === 1)
    storage = bucketStorage(bucket.endpoint)
  })
  afterAll(() => bucket.close())

  it('receives every segment completely', async () => {
    for (let n = 0; n < 20; n++) {
      const path = join(folder, `segment-${n}`)
      await writeFile(path, numbered(MIB + n))
      await storage.putFile(`segments/${n}`, path, TYPE)
      expect((await storage.read(`segments/${n}`))?.equals(numbered(MIB + n))).toBe(true)
    }
    expect(bucket.refused()).toBeGreaterThanOrEqual(4)
  })

  it('receives a multipart file completely', async () => {
    const path = join(folder, 'large')
    await writeFile(path, numbered(65 * MIB))
    const before = bucket.refused()
    await storage.putFile('large', path, TYPE)
    expect((await storage.read('large'))?.equals(numbered(65 * MIB))).toBe(true)
    expect(bucket.refused() - before).toBeGreaterThanOrEqual(3)
  })
})

/** Requirements of every storage. */
function conforms(open: () => Promise<Opened>): void {
  let opened: Opened
  let storage: Storage
  beforeAll(async () => {
    opened = await open()
    storage = opened.storage
    await storage.probe()
  })
  afterAll(() => opened.close())

  const text = async (key: string) => (await storage.read(key))?.toString() ?? null
  const put = (key: string, body: string) => storage.put(key, Buffer.from(body), TYPE)

  it('returns the newest content that was put', async () => {
    const first = await put('things/one', 'first words')
    expect(first.size).toBe(11)
    expect(await storage.head('things/one')).toEqual(first)
    const second = await put('things/one', 'second')
    expect(second.etag).not.toBe(first.etag)
    expect(await text('things/one')).toBe('second')
  })

  it('creates an object only if none exists, even if two try at once', async () => {
    const tries = ['a', 'b', 'c'].map((body) => storage.putNew('new/one', Buffer.from(body), TYPE))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    const won = await text('new/one')
    expect(await storage.putNew('new/one', Buffer.from('d'), TYPE)).toBe(false)
    expect(await text('new/one')).toBe(won)
  })

  it.each([
    ['small', 1000],
    ['larger than one request takes', 65 * MIB],
  ])('stores a local file that is %s', async (_what, size) => {
    const path = join(folder, `file-${size}`)
    await writeFile(path, numbered(size))
    const stored = await storage.putFile(`files/${size}`, path, TYPE)
    expect(stored.size).toBe(size)
    expect((await storage.read(`files/${size}`))?.equals(numbered(size))).toBe(true)
  })

  it('provides several files in one folder, each with its own bytes', async () => {
    await put('lent/one/source', 'a video')
    await put('lent/two/source', 'a logo')
    const lend = (key: string) => storage.localFile(key, folder, new AbortController().signal)
    const paths = [await lend('lent/one/source'), await lend('lent/two/source')]
    const texts = await Promise.all(paths.map((path) => readFile(path ?? '', 'utf8')))
    expect(texts).toEqual(['a video', 'a logo'])
  })

  it('reads and streams ranges, both ends included', async () => {
    await put('ranges/digits', '0123456789')
    expect((await storage.read('ranges/digits', { start: 2, end: 4 }))?.toString()).toBe('234')
    expect(await streamed(storage, 'ranges/digits', { start: 7, end: 9 })).toBe('789')
    expect(await streamed(storage, 'ranges/digits')).toBe('0123456789')
  })

  it('returns null for a missing object, and deletes it without an error', async () => {
    expect(await storage.head('missing/one')).toBeNull()
    expect(await storage.read('missing/one')).toBeNull()
    expect(await storage.read('missing/one', { start: 0, end: 1 })).toBeNull()
    expect(await storage.stream('missing/one')).toBeNull()
    expect(await storage.localFile('missing/one', folder, new AbortController().signal)).toBeNull()
    expect(await storage.listParts('missing/one', 'nothing')).toBeNull()
    expect(await storage.list('missing')).toEqual([])
    await storage.delete('missing/one')
    await storage.deleteAll('missing')
  })

  it('lists and deletes more than a thousand objects under a prefix, and no others', async () => {
    const keys = Array.from({ length: 1005 }, (_, n) => `many/under/${String(n).padStart(4, '0')}`)
    for (let n = 0; n < keys.length; n += 50) {
      await Promise.all(keys.slice(n, n + 50).map((key) => put(key, 'x')))
    }
    await put('many/under-other', 'stays')
    expect(await storage.list('many/under')).toEqual(keys)
    await storage.delete(keys[0] ?? '')
    await storage.deleteAll('many/under')
    expect(await storage.list('many')).toEqual(['many/under-other'])
  })

  describe('a file in parts', () => {
    const PART = 5 * MIB
    const whole = numbered(2 * PART + 1000)
    const partOf = (partNumber: number) => whole.subarray((partNumber - 1) * PART, partNumber * PART)

    async function putPart(key: string, id: string, partNumber: number): Promise<string> {
      const { url, headers } = await storage.partTarget(key, id, partNumber, 60)
      const body = new Uint8Array(partOf(partNumber))
      const answer = await fetch(new URL(url, opened.origin), { method: 'PUT', body, headers })
      expect(answer.status).toBe(200)
      return (answer.headers.get('etag') ?? '').replaceAll('"', '')
    }

    it('is uploaded by HTTP in any order, listed, and completed once', async () => {
      const key = 'parts/whole'
      const id = await storage.createMultipart(key, whole.length, PART)
      expect(await storage.listParts(key, id)).toEqual([])
      const third = await putPart(key, id, 3)
      const [first, second] = await Promise.all([putPart(key, id, 1), putPart(key, id, 2)])
      const again = await putPart(key, id, 1)
      expect(again).toBe(first)
      const parts = [
        { partNumber: 1, etag: first, size: PART },
        { partNumber: 2, etag: second, size: PART },
        { partNumber: 3, etag: third, size: 1000 },
      ]
      expect(await storage.listParts(key, id)).toEqual(parts)
      expect(await storage.head(key)).toBeNull()

      const stored = await storage.completeMultipart(key, id, parts)
      expect(stored.size).toBe(whole.length)
      expect((await storage.read(key))?.equals(whole)).toBe(true)
      expect(await storage.completeMultipart(key, id, parts)).toEqual(stored)
      expect(await storage.listParts(key, id)).toBeNull()
    })

    it('is listed while it is unfinished, by age, and can be discarded', async () => {
      const key = 'parts/left'
      const id = await storage.createMultipart(key, whole.length, PART)
      await putPart(key, id, 1)
      const unfinished = async (before: Date) => {
        const pages = await Array.fromAsync(storage.listUnfinished('parts', before))
        return pages.flat().filter((each) => each.id === id)
      }
      expect(await unfinished(addSeconds(new Date(), -3600))).toEqual([])
      const [found] = await unfinished(addSeconds(new Date(), 3600))
      await found?.discard()
      expect(await storage.listParts(key, id)).toBeNull()
      expect(await unfinished(addSeconds(new Date(), 3600))).toEqual([])
    })

    it('is deleted when it is aborted', async () => {
      const key = 'parts/aborted'
      const id = await storage.createMultipart(key, whole.length, PART)
      await putPart(key, id, 1)
      await storage.abortMultipart(key, id)
      await storage.abortMultipart(key, id)
      expect(await storage.listParts(key, id)).toBeNull()
      expect(await storage.head(key)).toBeNull()
    })
  })
}

/** Bytes that vary with their position. */
function numbered(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4096) bytes.writeUInt32LE(at, at)
  return bytes
}

async function streamed(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of (await storage.stream(key, range)) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
