import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { hasLargeMetadata } from './image-metadata.ts'
import { chunk, png } from './test-pictures.ts'

const MIB = 1024 ** 2
const withChunks = (...chunks: Buffer[]) => {
  const image = png(20, 20)
  return Buffer.concat([image.subarray(0, 33), ...chunks, image.subarray(33)])
}
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
  expect(hasLargeMetadata(Buffer.concat([png(20, 20), late]))).toBe(true)
  expect(hasLargeMetadata(withChunks(chunk('zTXt', Buffer.from('no data'))))).toBe(false)
})

it('accepts images without metadata and other files', () => {
  expect(hasLargeMetadata(png(20, 20))).toBe(false)
  expect(hasLargeMetadata(Buffer.alloc(2 * MIB))).toBe(false)
  expect(hasLargeMetadata(Buffer.alloc(0))).toBe(false)
})
