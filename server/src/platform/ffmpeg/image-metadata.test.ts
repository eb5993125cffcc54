import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { hasLargeMetadata } from './image-metadata.ts'

const MIB = 1024 ** 2
const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Without a valid checksum. */
function chunk(name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)])
}

const header = chunk('IHDR', Buffer.alloc(13))
const image = [chunk('IDAT', Buffer.alloc(100)), chunk('IEND', Buffer.alloc(0))]
const withChunks = (...chunks: Buffer[]) => Buffer.concat([signature, header, ...chunks, ...image])
const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'))
const named = (name: string, head: string, body: Buffer) =>
  chunk(name, Buffer.concat([Buffer.from(head), body]))

it.each<[string, (bytes: number) => Buffer]>([
  ['text', (bytes) => named('tEXt', 'Comment\0', Buffer.alloc(bytes, 'a'))],
  ['compressed text', (bytes) => named('zTXt', 'Comment\0\0', packed(bytes))],
  ['international text', (bytes) => named('iTXt', 'Comment\0\0\0en\0\0', Buffer.alloc(bytes, 'a'))],
  ['compressed international text', (bytes) => named('iTXt', 'Comment\0\x01\0en\0\0', packed(bytes))],
  ['a color profile', (bytes) => named('iCCP', 'sRGB\0\0', packed(bytes))],
  ['Exif', (bytes) => chunk('eXIf', Buffer.alloc(bytes))],
])('counts the inflated bytes of %s', (_what, make) => {
  expect(hasLargeMetadata(withChunks(make(MIB - 100)))).toBe(false)
  expect(hasLargeMetadata(withChunks(make(MIB + 100)))).toBe(true)
  expect(hasLargeMetadata(withChunks(make(MIB / 2), make(MIB / 2 + 100)))).toBe(true)
})

it('counts metadata that is truncated, damaged or after the image', () => {
  const damaged = Buffer.concat([packed(2 * MIB).subarray(0, -10), Buffer.alloc(10, 1)])
  expect(hasLargeMetadata(withChunks(named('zTXt', 'a\0\0', damaged)))).toBe(true)
  expect(hasLargeMetadata(withChunks(named('zTXt', 'a\0\0', packed(2 * MIB).subarray(0, -10))))).toBe(true)
  const late = named('zTXt', 'a\0\0', packed(2 * MIB))
  expect(hasLargeMetadata(Buffer.concat([withChunks(), late]))).toBe(true)
  expect(hasLargeMetadata(withChunks(chunk('zTXt', Buffer.from('no data'))))).toBe(false)
})

it('accepts images without metadata and other files', () => {
  expect(hasLargeMetadata(withChunks())).toBe(false)
  expect(hasLargeMetadata(Buffer.alloc(2 * MIB))).toBe(false)
  expect(hasLargeMetadata(Buffer.alloc(0))).toBe(false)
})
