import { describe, expect, it } from 'vitest'
import { bytesIn, missingParts, partLength, partRange, wholeParts } from './parts'

const cut = { fileSize: 40, partSize: 16, partCount: 3 }

describe('parts of a file', () => {
  it('have the same length, except the last', () => {
    expect([1, 2, 3].map((part) => partRange(cut, part))).toEqual([
      [0, 16],
      [16, 32],
      [32, 40],
    ])
    expect(partLength(cut, 3)).toBe(8)
  })

  it('are sent in order, without the uploaded ones', () => {
    expect(missingParts(cut, new Map([[2, 'b']]))).toEqual([1, 3])
  })

  it('count as stored by their lengths', () => {
    expect(bytesIn(cut, [1, 3])).toBe(24)
  })

  it('with a wrong length count as missing', () => {
    const parts = [
      { partNumber: 1, etag: '"a"', size: 16 },
      { partNumber: 3, etag: '"c"', size: 7 },
    ]
    const upload = {
      ...cut,
      uploadId: 'u',
      kind: 'source',
      contentId: 'c',
      fileName: 'a.mp4',
      status: 'pending',
      parts,
    } as const
    expect([...wholeParts({ ...upload, parts: [...parts] })]).toEqual([[1, 'a']])
  })
})
