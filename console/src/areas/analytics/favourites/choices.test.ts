import type { FavouriteFilter } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { choicesOf, isShown } from './choices'

const range = { preset: 'last-7-days', zone: 'UTC' } as const
const shown = { filters: { os: ['iOS'], country: ['IN', 'AE'] }, split: 'partner', range } as const
const stored: FavouriteFilter = {
  id: '',
  name: '',
  createdAt: '',
  updatedAt: '',
  filters: { country: ['IN', 'AE'], os: ['iOS'] },
  splitBy: 'partner',
  groupBy: null,
  range: 'last-7-days',
}

describe('a favourite', () => {
  it('stores filters, split and a preset range', () => {
    expect(choicesOf(shown)).toEqual({ filters: shown.filters, splitBy: 'partner', range: 'last-7-days' })
    const own = { preset: { from: '2026-11-01T00:00', to: '2026-11-02T00:00' }, zone: 'UTC' }
    expect(choicesOf({ filters: {}, split: 'os', range: own })).toEqual({
      filters: {},
      splitBy: 'os',
      range: null,
    })
    expect(choicesOf({ filters: {}, split: undefined, range })).toBeNull()
  })

  it('is active if the screen has the same state, in any order of dimensions', () => {
    expect(isShown(stored, shown)).toBe(true)
    expect(isShown(stored, { ...shown, split: undefined })).toBe(false)
    expect(isShown(stored, { ...shown, filters: { os: ['iOS'] } })).toBe(false)
    const month = { ...shown, range: { preset: 'last-month', zone: 'UTC' } } as const
    expect(isShown(stored, month)).toBe(false)
    expect(isShown({ ...stored, range: null }, month)).toBe(true)
  })
})
