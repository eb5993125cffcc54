import { expect, it } from 'vitest'
import { jpegReader } from './wall-images.ts'

it('cuts JPEGs at their ends, wherever chunks end', () => {
  const one = [0xff, 0xd8, 1, 0xff, 0, 0xd9, 0xff, 0xd9]
  const other = [0xff, 0xd8, 7, 0xff, 0xd9]
  const all = Uint8Array.from([...one, ...other, 0xff, 0xd8])
  for (const length of [1, 2, 3, 5, all.length]) {
    const read = jpegReader()
    const images: number[][] = []
    for (let at = 0; at < all.length; at += length)
      images.push(...read(all.subarray(at, at + length)).map((image) => [...image]))
    expect(images).toEqual([one, other])
  }
})
