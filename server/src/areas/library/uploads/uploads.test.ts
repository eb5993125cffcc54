import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { makeClip, pattern } from '../../../testing/clips.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const MIB = 1024 ** 2

let world: World
let now = Date.now()
beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(now) } })
})
afterAll(() => world.end())

const begin = (fileSize: number, fileName = 'match.mp4') =>
  world.owner.call('createUpload', { body: { fileName, fileSize } })

async function putPart(id: string, partNumber: number, body: Buffer): Promise<Response> {
  const target = await world.owner.call('createPartUrl', { params: { id }, body: { partNumber } })
  return fetch(new URL(target.url, world.kinora.url), { method: 'PUT', body: new Uint8Array(body) })
}

const complete = (id: string, parts: { partNumber: number; etag: string }[]) =>
  world.owner.send('POST', `/video/api/v1/uploads/${id}/complete`, { body: { parts } })

const etagOf = (response: Response) => response.headers.get('etag') ?? ''

describe('an upload in parts', () => {
  it('accepts parts in any order and repeatedly, and lists them', async () => {
    const file = Buffer.alloc(40 * MIB, 7)
    const { uploadId, partSize, partCount } = await begin(file.length)
    expect({ partSize, partCount }).toEqual({ partSize: 16 * MIB, partCount: 3 })
    const slice = (n: number) => file.subarray((n - 1) * partSize, n * partSize)
    const etags = new Map<number, string>()
    for (const n of [3, 1]) etags.set(n, etagOf(await putPart(uploadId, n, slice(n))))
    const halfway = await world.owner.call('getUpload', { params: { id: uploadId } })
    expect(halfway.parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, 16 * MIB],
      [3, 8 * MIB],
    ])

    const early = await complete(uploadId, [{ partNumber: 1, etag: etags.get(1) ?? '' }])
    expect(early).toMatchObject({
      status: 409,
      body: { type: '/problems/upload-incomplete', detail: 'Missing parts: 2' },
    })

    await putPart(uploadId, 2, Buffer.alloc(16 * MIB, 1))
    etags.set(2, etagOf(await putPart(uploadId, 2, slice(2))))
    const parts = [...etags].map(([partNumber, etag]) => ({ partNumber, etag }))
    const answers = await Promise.all([
      complete(uploadId, parts),
      complete(uploadId, parts),
      complete(uploadId, parts),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await complete(uploadId, parts)).status).toBe(200)
  })

  it('keeps every byte', async () => {
    const clip = await makeClip(
      join(world.folder, 'whole.avi'),
      ...pattern(1, '160x120'),
      '-c:v',
      'rawvideo',
      '-c:a',
      'pcm_s16le',
    )
    const content = await uploadFile(world.owner, clip)
    const stored = join(world.kinora.dataDir, 'storage/objects/contents', content.id, 'source')
    const sha = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    expect(await sha(stored)).toBe(await sha(clip))
    await contentWhen(world.owner, content.id, isSettled)
  })

  it('refuses a part with the wrong length', async () => {
    const { uploadId } = await begin(1000)
    for (const length of [999, 1001]) {
      const answer = await putPart(uploadId, 1, Buffer.alloc(length))
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ type: '/problems/upload-part-mismatch' })
    }
    expect((await world.owner.call('getUpload', { params: { id: uploadId } })).parts).toEqual([])
  })

  it('discards a part when its replacement begins', async () => {
    const { uploadId } = await begin(MIB)
    const first = await putPart(uploadId, 1, Buffer.alloc(MIB, 1))
    const target = await world.owner.call('createPartUrl', {
      params: { id: uploadId },
      body: { partNumber: 1 },
    })
    const partNumbers = async () =>
      (await world.owner.call('getUpload', { params: { id: uploadId } })).parts.map((part) => part.partNumber)
    expect(await partNumbers()).toEqual([1])
    const half = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(MIB / 2))
        await expect.poll(partNumbers).toEqual([])
        controller.error(new Error('cut off'))
      },
    })
    const cut = fetch(new URL(target.url, world.kinora.url), {
      method: 'PUT',
      body: half,
      duplex: 'half',
    } as RequestInit)
    await expect(cut).rejects.toThrow()
    const answer = await complete(uploadId, [{ partNumber: 1, etag: etagOf(first) }])
    expect(answer).toMatchObject({ status: 409, body: { type: '/problems/upload-incomplete' } })
  })

  describe('whose sender', () => {
    /** Starts to send the only part of an upload and stops halfway. */
    async function sendHalf(uploadId: string) {
      const { url } = await world.owner.call('createPartUrl', {
        params: { id: uploadId },
        body: { partNumber: 1 },
      })
      const sender = request(new URL(url, world.kinora.url), {
        method: 'PUT',
        headers: { 'content-length': MIB },
      })
      await new Promise((resolve) => sender.write(Buffer.alloc(MIB / 2), resolve))
      return sender
    }

    const endings: [string, (sender: ClientRequest, uploadId: string) => unknown][] = [
      ['disconnects', (sender) => sender.destroy()],
      ['is replaced by another', (_sender, uploadId) => putPart(uploadId, 1, Buffer.alloc(MIB))],
    ]
    it.each(endings)('%s gets no response, without an error', async (_what, end) => {
      const { uploadId } = await begin(MIB)
      const before = world.kinora.logged().length
      const logged = () => world.kinora.logged().slice(before)
      const sender = await sendHalf(uploadId)
      const ended = once(sender, 'error')
      await end(sender, uploadId)
      await ended
      await expect.poll(logged).toContain('the sender of a part disconnected')
      expect(logged()).not.toMatch(/"level":[56]0/)
    })
  })

  it('accepts the newest of several senders of one part', async () => {
    const { uploadId } = await begin(MIB)
    const answers = await Promise.all(
      [1, 2, 3].map((n) => putPart(uploadId, 1, Buffer.alloc(MIB, n)).catch(() => null)),
    )
    expect(answers.some((answer) => answer?.ok)).toBe(true)
    const { parts } = await world.owner.call('getUpload', { params: { id: uploadId } })
    expect(answers.filter((answer) => answer?.ok).map((answer) => answer && etagOf(answer))).toContain(
      `"${parts[0]?.etag}"`,
    )
  })

  it('refuses to complete with a wrong etag', async () => {
    const { uploadId } = await begin(1000)
    await putPart(uploadId, 1, Buffer.alloc(1000))
    const answer = await complete(uploadId, [{ partNumber: 1, etag: 'another' }])
    expect(answer).toMatchObject({
      status: 409,
      body: { type: '/problems/upload-part-mismatch', detail: 'Send these parts again: 1' },
    })
  })

  it('refuses a part after its last', async () => {
    const { uploadId } = await begin(1000)
    const path = `/video/api/v1/uploads/${uploadId}/part_url`
    expect((await world.owner.send('POST', path, { body: { partNumber: 2 } })).status).toBe(400)
  })
})

it('a long file name is not cut inside an emoji', async () => {
  const body = { fileName: `${'x'.repeat(199)}🎬.mp4`, fileSize: 1000 }
  const { contentId } = await world.owner.call('createUpload', { body })
  expect((await world.owner.call('getContent', { params: { id: contentId } })).title).toBe('x'.repeat(199))
})

describe('the URL of a part', () => {
  it('is valid only for that part, unchanged, and until it expires', async () => {
    const { uploadId } = await begin(1000)
    const { url } = await world.owner.call('createPartUrl', {
      params: { id: uploadId },
      body: { partNumber: 1 },
    })
    const put = (address: string) =>
      fetch(new URL(address, world.kinora.url), { method: 'PUT', body: new Uint8Array(1000) })
    const address = new URL(url, world.kinora.url)
    const grant = JSON.parse(Buffer.from(address.searchParams.get('grant') ?? '', 'base64url').toString())
    address.searchParams.set(
      'grant',
      Buffer.from(JSON.stringify({ ...grant, key: '../../etc/x' })).toString('base64url'),
    )
    expect((await put(address.href)).status).toBe(403)
    expect((await put('/storage/part')).status).toBe(403)
    expect((await put(`${url}x`)).status).toBe(403)
    now += 7 * 3600 * 1000
    expect((await put(url)).status).toBe(403)
  })
})

describe('canceling', () => {
  it('removes the upload, its parts and its content', async () => {
    const { uploadId, contentId } = await begin(1000)
    await putPart(uploadId, 1, Buffer.alloc(1000))
    await world.owner.call('cancelUpload', { params: { id: uploadId } })
    expect((await world.owner.send('GET', `/video/api/v1/contents/${contentId}`)).status).toBe(404)
    expect((await world.owner.send('GET', `/video/api/v1/uploads/${uploadId}`)).status).toBe(404)
  })

  it('by deleting the content also removes the parts', async () => {
    const incoming = join(world.kinora.dataDir, 'storage/incoming')
    const { uploadId, contentId } = await begin(1000)
    await putPart(uploadId, 1, Buffer.alloc(1000))
    const [row] = await world.sql('SELECT multipart_id FROM uploads WHERE id = $1', [uploadId])
    expect(await readdir(incoming)).toContain(row?.multipart_id)
    await world.owner.call('deleteContent', { params: { id: contentId } })
    await expect.poll(() => readdir(incoming)).not.toContain(row?.multipart_id)
  })

  it('is not possible after completion', async () => {
    const content = await uploadFile(world.owner, world.clip)
    const [row] = await world.sql('SELECT id FROM uploads WHERE content_id = $1', [content.id])
    const answer = await world.owner.send('DELETE', `/video/api/v1/uploads/${row?.id}`)
    expect(answer).toMatchObject({ status: 409, body: { type: '/problems/upload-closed' } })
    await contentWhen(world.owner, content.id, isSettled)
  })
})

describe('completing and canceling at the same time', () => {
  it('ends in one of the two, never in both or in an error', async () => {
    for (let n = 0; n < 12; n++) {
      const { uploadId, contentId } = await begin(1000)
      const etag = etagOf(await putPart(uploadId, 1, Buffer.alloc(1000)))
      const [completed, canceled] = await Promise.all([
        complete(uploadId, [{ partNumber: 1, etag }]),
        world.owner.send('DELETE', `/video/api/v1/uploads/${uploadId}`),
      ])
      expect([200, 404, 409]).toContain(completed.status)
      expect([204, 404, 409]).toContain(canceled.status)
      const exists = (await world.owner.send('GET', `/video/api/v1/contents/${contentId}`)).status === 200
      expect(exists).toBe(canceled.status !== 204)
    }
  })
})

describe('a deactivated organization', () => {
  it('can read but change nothing, by any method', async () => {
    const activate = (isActive: boolean) =>
      world.sql('UPDATE organizations SET is_active = $1 WHERE id = $2', [
        isActive,
        world.owner.organizationId,
      ])
    await activate(false)
    const path = `/video/api/v1/contents/${world.content.id}`
    expect((await world.owner.send('GET', path)).status).toBe(200)
    for (const [method, rest] of [
      ['POST', '/refetch'],
      ['GET', '/refetch'],
      ['DELETE', ''],
    ] as const) {
      const answer = await world.owner.send(method, path + rest)
      expect(answer).toMatchObject({ status: 403, body: { type: '/problems/organization-inactive' } })
    }
    await activate(true)
  })
})

describe('refused requests', () => {
  it.each(['notes.txt', 'mp4', 'clip.mp4.exe', 'playlist.m3u8'])('the file name %s', async (fileName) => {
    const answer = await world.owner.send('POST', '/video/api/v1/uploads', {
      body: { fileName, fileSize: 10 },
    })
    expect(answer.body).toMatchObject({
      errors: [{ path: 'body.fileName', message: 'Select a video in a supported format' }],
    })
  })

  it.each(['mkv', 'mp4', 'avi', '3gp', 'm4v', 'mov', 'webm', 'wmv', 'mxf', 'ts', 'MP4'])(
    'but not .%s',
    async (ending) => {
      expect(await begin(10, `clip.${ending}`)).toMatchObject({ status: 'pending' })
    },
  )

  it('a file that is larger than the free space', async () => {
    const body = { fileName: 'huge.mxf', fileSize: 5 * 1024 ** 4 }
    const answer = await world.owner.send('POST', '/video/api/v1/uploads', { body })
    expect(answer).toMatchObject({ status: 507, body: { type: '/problems/storage-full' } })
  })
})
