import { expect, it } from 'vitest'
import { daysLeft, selectedAmong } from './item'

const trashedAt = '2026-03-01T12:00:00.000Z'

it('counts days in the trash down, rounded up', () => {
  expect(daysLeft(trashedAt, Date.parse(trashedAt))).toBe(30)
  expect(daysLeft(trashedAt, Date.parse('2026-03-02T12:00:01.000Z'))).toBe(29)
  expect(daysLeft(trashedAt, Date.parse('2026-03-31T11:00:00.000Z'))).toBe(1)
  expect(daysLeft(trashedAt, Date.parse('2026-04-02T11:00:00.000Z'))).toBe(1)
})

it('counts only listed items as selected', () => {
  const items = [{ id: 'news' }, { id: 'sport' }]
  expect([...selectedAmong(items, new Set(['sport', 'moved away']))]).toEqual(['sport'])
  expect(selectedAmong([], new Set(['moved away'])).size).toBe(0)
})
