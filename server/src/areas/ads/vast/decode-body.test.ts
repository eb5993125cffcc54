import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const MOST = 1000
const body = Buffer.from('<VAST/>')
const decoded = async (bytes: Buffer, coding: string) => {
  const found = await decodeBody(bytes, coding, MOST)
  return Buffer.isBuffer(found) ? found.toString() : found
}

it.each<[string, Buffer]>([
  ['', body],
  ['identity', body],
  ['gzip', gzipSync(body)],
  ['X-GZIP', gzipSync(body)],
  ['br', brotliCompressSync(body)],
  ['deflate', deflateSync(body)],
  ['deflate', deflateRawSync(body)],
  ['br, gzip', gzipSync(brotliCompressSync(body))],
  ['gzip', body],
])('decodes %s', async (coding, bytes) => {
  expect(await decoded(bytes, coding)).toBe('<VAST/>')
})

it.each<[string, string, Buffer]>([
  ['another coding', 'compress', body],
  ['half a body', 'gzip', gzipSync(body).subarray(0, 20)],
  ['damaged bytes', 'br', Buffer.from('zzzz')],
  ['many codings', 'gzip, gzip, gzip, gzip', gzipSync(body)],
])('refuses %s', async (_name, coding, bytes) => {
  expect(await decoded(bytes, coding)).toBeNull()
})

it.each<[string, (bytes: Buffer) => Buffer]>([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
])('refuses a bomb in %s', async (coding, compress) => {
  expect(await decoded(compress(Buffer.alloc(10_000_000)), coding)).toBe('too-large')
  expect(await decoded(compress(Buffer.alloc(MOST + 1)), coding)).toBe('too-large')
})
