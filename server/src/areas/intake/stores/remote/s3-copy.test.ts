import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openS3Store } from './s3-store.ts'

const file = {
  path: 'a.mp4',
  size: 600 * 1024 ** 2,
  modifiedAt: new Date('2026-07-20T10:00:00Z'),
  etag: 'version-1',
}

/** A bucket that only knows the headers of its objects, since these are large. */
async function startBucket() {
  const heads = new Map<string, Record<string, string>>()
  const requests: string[] = []
  heads.set('a.mp4', { etag: '"version-1"', 'content-type': 'video/mp4', 'x-amz-meta-desk': 'news' })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
    const key = pathname.slice('/files/'.length)
    const { 'x-amz-copy-source-range': range } = request.headers
    requests.push([request.method, key, range].filter(Boolean).join(' '))
    const answer = (name: string, content: string) =>
      response.end(`<?xml version="1.0"?><${name}>${content}</${name}>`)
    if (request.method === 'HEAD') {
      const head = heads.get(key)
      if (head === undefined) return response.writeHead(404).end()
      return response.writeHead(200, { ...head, 'content-length': file.size }).end()
    }
    if (request.method === 'DELETE') {
      heads.delete(key)
      return response.writeHead(204).end()
    }
    if (request.method === 'PUT') return answer('CopyPartResult', '<ETag>"part"</ETag>')
    if (!searchParams.has('uploads')) return answer('CompleteMultipartUploadResult', '<ETag>"parts-3"</ETag>')
    const kept = Object.entries(request.headers).filter(([name]) =>
      /^(?:content-type|x-amz-meta-)/.test(name),
    )
    heads.set(key, {
      ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      etag: '"parts-3"',
    })
    return answer('InitiateMultipartUploadResult', '<UploadId>1</UploadId>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store = await openS3Store({
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'kinora',
      pathStyle: true,
      ca: null,
      folder: '',
    },
    secrets: { password: 'correct-horse-battery' },
    rules: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
    path: '',
    signal: new AbortController().signal,
    acceptsHostKey: async () => true,
  })
  return {
    heads,
    requests,
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      server.close()
    },
  }
}

it('copies a large object in parts, with its type and metadata', async () => {
  await using bucket = await startBucket()
  expect(await bucket.store.move(file, 'Ingested/a.mp4')).toBe(true)
  expect(bucket.requests.filter((each) => each.startsWith('PUT'))).toEqual([
    'PUT Ingested/a.mp4 bytes=0-268435455',
    'PUT Ingested/a.mp4 bytes=268435456-536870911',
    'PUT Ingested/a.mp4 bytes=536870912-629145599',
  ])
  expect([...bucket.heads.keys()]).toEqual(['Ingested/a.mp4'])
  expect(bucket.heads.get('Ingested/a.mp4')).toMatchObject({
    'content-type': 'video/mp4',
    'x-amz-meta-desk': 'news',
  })
})

it('finishes a move of a large object that was killed between copying and deleting', async () => {
  await using bucket = await startBucket()
  const original = bucket.heads.get('a.mp4') ?? expect.fail()
  await bucket.store.move(file, 'Ingested/a.mp4')
  bucket.heads.set('a.mp4', original)
  bucket.requests.length = 0
  expect(await bucket.store.move(file, 'Ingested/a.mp4')).toBe(true)
  expect(bucket.requests.filter((each) => each.startsWith('PUT'))).toEqual([])
  expect([...bucket.heads.keys()]).toEqual(['Ingested/a.mp4'])
})
