import { describe, expect, it } from 'vitest'
import { pictureHeader } from './picture-header.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000640000004b0806000000', 'hex')
const gif = Buffer.from('47494638396140010002', 'hex')
const exif = Buffer.concat([Buffer.from('ffe10008', 'hex'), Buffer.from('Exif\0\0')])
const frame = Buffer.from('ffc2000b08012c0190030111', 'hex')
const jpg = Buffer.concat([Buffer.from('ffd8', 'hex'), exif, Buffer.from('ff', 'hex'), frame])

describe('pictureHeader', () => {
  it.each([
    ['a PNG', png, { format: 'png', width: 100, height: 75 }],
    ['a GIF', gif, { format: 'gif', width: 320, height: 512 }],
    ['a progressive JPEG after its Exif', jpg, { format: 'jpg', width: 400, height: 300 }],
  ])('reads %s', (_what, bytes, header) => {
    expect(pictureHeader(bytes)).toEqual(header)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG that ends early', png.subarray(0, 20)],
    ['a PNG without a size', Buffer.concat([png.subarray(0, 16), Buffer.alloc(8)])],
    ['a JPEG that ends early', jpg.subarray(0, 20)],
    ['a JPEG without a frame', Buffer.from('ffd8ffda0008010100003f00', 'hex')],
    ['a JPEG whose segment has no length', Buffer.from(`ffd8ffe00000${'00'.repeat(20)}`, 'hex')],
  ])('takes no %s', (_what, bytes) => {
    expect(pictureHeader(bytes)).toBeNull()
  })
})
