import { expect, it } from 'vitest'
import { fold, splitWords } from './fold.ts'

it.each([
  ['Café ÉTÉ', 'cafe ete'],
  ['ﬁlm', 'film'],
  ['أَخْبَار', 'اخبار'],
  ['آخر', 'اخر'],
  ['زمـــان', 'زمان'],
])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded))

it('keeps the vowel signs of Indic scripts apart, as letters', () => {
  expect(fold('की')).not.toBe(fold('का'))
  expect(fold('क़लम')).toBe(fold('कलम'))
  expect(fold('వార్త')).toMatch(/^\p{L}+$/u)
})

it('splits a phrase at characters that are neither letters nor digits', () => {
  expect(splitWords('  Half-time, 2026! ')).toEqual(['half', 'time', '2026'])
  expect(splitWords('a b c d e f g h i j')).toHaveLength(8)
})
