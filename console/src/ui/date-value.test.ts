import { expect, it } from 'vitest'
import { momentOf } from '../lib/time/local-time'
import { incompleteDate, parsedValue, valueText } from './date-value'

it('reads and writes dates and local times', () => {
  expect(valueText(parsedValue('2026-03-01', false) ?? null)).toBe('2026-03-01')
  expect(valueText(parsedValue('2026-03-01T09:30', true) ?? null)).toBe('2026-03-01T09:30')
  expect(valueText(null)).toBe('')
})

it('takes other text for no date', () => {
  expect(parsedValue('', false)).toBeUndefined()
  expect(parsedValue('tomorrow', true)).toBeUndefined()
  expect(parsedValue(incompleteDate, true)).toBeUndefined()
  expect(momentOf(incompleteDate)).toBeUndefined()
  expect(parsedValue('2026-02-30', false)).toBeUndefined()
})
