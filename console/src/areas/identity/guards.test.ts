import { expect, it } from 'vitest'
import { safeBack } from './guards'

it('returns to a path of this site', () => {
  for (const path of ['/', '/videos/1?tab=clips#top', '/हिन्दी']) expect(safeBack(path)).toBe(path)
})

it.each([
  undefined,
  '',
  'videos',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/videos\r',
])('returns to the start instead of %j', (back) => {
  expect(safeBack(back)).toBe('/')
})
