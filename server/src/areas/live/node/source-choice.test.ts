import { LIVE_TICKS } from '@kinora/media'
import { expect, it } from 'vitest'
import { createSourceChoice } from './source-choice.ts'

const s = LIVE_TICKS

it('chooses the backup when the primary encoder is silent, and returns after 5 s without silence', () => {
  const choose = createSourceChoice()
  const on = { isBackupOnAir: true }
  const off = { isBackupOnAir: false }
  expect(choose({ now: 0, primary: true, backup: true, ...off })).toBe('primary')
  expect(choose({ now: 2 * s, primary: false, backup: true, ...off })).toBe('backup')
  expect(choose({ now: 3 * s, primary: true, backup: true, ...on })).toBe('backup')
  expect(choose({ now: 7 * s, primary: false, backup: true, ...on })).toBe('backup')
  expect(choose({ now: 8 * s, primary: true, backup: true, ...on })).toBe('backup')
  expect(choose({ now: 13 * s, primary: true, backup: true, ...on })).toBe('primary')
})

it('returns to the primary encoder at once if the backup is silent, and chooses none if both are', () => {
  const choose = createSourceChoice()
  expect(choose({ now: 0, primary: true, backup: false, isBackupOnAir: true })).toBe('primary')
  expect(choose({ now: s, primary: false, backup: false, isBackupOnAir: false })).toBe(null)
})
