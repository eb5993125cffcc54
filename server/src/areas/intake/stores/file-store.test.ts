import { expect, it } from 'vitest'
import { isStorable } from './file-store.ts'

const facts = { size: 1, modifiedAt: new Date('2026-07-20T10:00:00Z'), etag: null }

it('accepts files of any size and age', () => {
  for (const size of [0, 1, 5 * 1024 ** 4]) expect(isStorable({ ...facts, size })).toBe(true)
  for (const time of ['1601-01-01', '1969-12-31', '2106-02-07'])
    expect(isStorable({ ...facts, modifiedAt: new Date(time) })).toBe(true)
})

it('leaves out sizes and times that the database cannot store', () => {
  for (const size of [Number.NaN, -1, 1.5, 1e30]) expect(isStorable({ ...facts, size })).toBe(false)
  for (const time of ['nonsense', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'])
    expect(isStorable({ ...facts, modifiedAt: new Date(time) })).toBe(false)
})
