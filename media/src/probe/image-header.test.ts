import { describe, expect, it } from 'vitest'
import { readImageHeader } from './image-header.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000640000004b0806000000', 'hex')
const gif = Buffer.from('47494638396140010002', 'hex')
const exif = Buffer.concat([Buffer.from('ffe10008', 'hex'), Buffer.from('Exif\0\0')])
const frame = Buffer.from('ffc2000b08012c0190030111', 'hex')
const jpg = Buffer.concat([Buffer.from('ffd8', 'hex'), exif, Buffer.from('ff', 'hex'), frame])

/** Exif data with an orientation, in either byte order. */
function turned(orientation: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26)
  const [short, long] = isLittle
    ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
    : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)]
  tiff.write(isLittle ? 'II' : 'MM')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2]), body, frame])
}

describe('readImageHeader', () => {
  it.each([
    ['a PNG', png, { format: 'png', width: 100, height: 75, orientation: 1 }],
    ['a GIF', gif, { format: 'gif', width: 320, height: 512, orientation: 1 }],
    ['a progressive JPEG after its Exif', jpg, { format: 'jpg', width: 400, height: 300, orientation: 1 }],
  ])('reads %s', (_what, bytes, header) => {
    expect(readImageHeader(bytes)).toEqual(header)
  })

  it.each([
    [6, true, 6],
    [8, false, 8],
    [0, true, 1],
    [9, false, 1],
  ])('reads an orientation of %d, little-endian: %s', (written, isLittle, orientation) => {
    expect(readImageHeader(turned(written, isLittle))).toMatchObject({ orientation, width: 400 })
  })

  it('ignores truncated Exif', () => {
    const whole = turned(6, true)
    for (let cut = 7; cut < 34; cut++) {
      const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, cut - 4])
      const bytes = Buffer.concat([head, whole.subarray(6, cut), frame])
      expect(readImageHeader(bytes)).toMatchObject({ orientation: 1, width: 400 })
    }
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a truncated PNG', png.subarray(0, 20)],
    ['a PNG without a size', Buffer.concat([png.subarray(0, 16), Buffer.alloc(8)])],
    ['a truncated JPEG', jpg.subarray(0, 20)],
    ['a JPEG without a frame', Buffer.from('ffd8ffda0008010100003f00', 'hex')],
    ['a JPEG segment without a length', Buffer.from(`ffd8ffe00000${'00'.repeat(20)}`, 'hex')],
  ])('refuses %s', (_what, bytes) => {
    expect(readImageHeader(bytes)).toBeNull()
  })
})
