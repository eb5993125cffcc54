import { expect, it } from 'vitest'
import { fold, splitWords } from './fold.ts'

it.each([
  ['Café ÉTÉ', 'cafe ete'],
  ['ﬁlm', 'film'],
  ['أَخْبَار', 'اخبار'],
  ['آخر', 'اخر'],
  ['زمـــان', 'زمان'],
  ['Le cœur a ses Raisons', 'le coeur a ses raisons'],
  ['Đà Nẵng, Smørrebrød, Ærø', 'da nang, smorrebrod, aero'],
  ['Łódź Straße STRAẞE Diyarbakır İzmir', 'lodz strasse strasse diyarbakir izmir'],
  ['Þór Reykjavíkurð Ħal Əliyev', 'thor reykjavikurd hal eliyev'],
  ['ΟΔΟΣ Ґанок', 'οδοσ ганок'],
  ['کتاب‌های فارسی', 'كتابهاي فارسي'],
  ['مدرسة أحمد إلى ۀ', 'مدرسه احمد الي ه'],
  ['مُحَمَّدٌ ـ رَحْمٰن', 'محمد  رحمن'],
  ['٢٠٢٦ ۲۰۲۶ २०२६ ২০২৬ ౨౦౨౬ ２０２６', '2026 2026 2026 2026 2026 2026'],
  ['The U.S.A. and the U.K, e.g. J.R.R. Tolkien v1.2.3', 'the usa and the uk, eg jrr tolkien v1.2.3'],
  ['www.a.com or a.com', 'www.a.com or a.com'],
])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded))

it('keeps the vowel signs of Indic scripts apart, as letters', () => {
  expect(fold('की')).not.toBe(fold('का'))
  expect(fold('क़लम')).toBe(fold('कलम'))
  expect(fold('बी.जे.पी.')).toBe(fold('बीजेपी'))
  expect(fold('వార్త')).toMatch(/^\p{L}+$/u)
})

it('splits a phrase at characters that are neither letters nor digits', () => {
  expect(splitWords('  Half-time, 2026! ')).toEqual(['half', 'time', '2026'])
  expect(splitWords('a b c d e f g h i j')).toHaveLength(8)
})
