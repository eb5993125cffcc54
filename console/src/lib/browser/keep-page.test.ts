import { expect, it } from 'vitest'
import { keepPage } from './keep-page'

it('keeps the previous page only within the same environment', () => {
  const keep = keepPage(['tokens', 'coast'])
  expect(keep('first page', { queryKey: ['tokens', 'coast', { pageNum: 1 }] })).toBe('first page')
  expect(keep('first page', { queryKey: ['tokens', 'delta', { pageNum: 1 }] })).toBeUndefined()
  expect(keep(undefined, undefined)).toBeUndefined()
})
