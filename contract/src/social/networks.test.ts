import { describe, expect, it } from 'vitest'
import { socialText, socialWarnings, xLength } from './networks.ts'

const unknown = { durationS: null, bytes: null }

describe('the text of a post', () => {
  it('has the title first and the tags last, without those that have no letters', () => {
    const written = { title: 'Monsoon', text: ' ', tags: ['heavy rain', '#', 'केरल'] }
    expect(socialText('x', written)).toBe('Monsoon\n\n#heavyrain #केरल')
    expect(socialText('linkedin', written)).toBe('#heavyrain #केरल')
    expect(socialText('youtube', { ...written, text: 'Rain' })).toBe('Rain')
  })

  it.each([
    ['Monsoon', 7],
    ['केरल', 4],
    ['梅雨', 4],
    ['🌧👨‍👩‍👧🇮🇳', 6],
    ['See https://example.com/a/long/address/of/a/page now', 31],
  ])('has the length that X counts: %s', (text, length) => {
    expect(xLength(text)).toBe(length)
  })

  it('is warned of with its tags', () => {
    const written = { title: 'a'.repeat(275), text: '', tags: ['rain'] }
    expect(socialWarnings('x', written, unknown)).toEqual([{ kind: 'text', length: 282, most: 280 }])
    expect(socialWarnings('x', { ...written, tags: ['!'] }, unknown)).toEqual([])
    // TikTok counts units of UTF-16.
    expect(socialWarnings('tiktok', { title: '', text: '🌧'.repeat(1101), tags: [] }, unknown)).toEqual([
      { kind: 'text', length: 2202, most: 2200 },
    ])
  })
})

describe('the video of a post', () => {
  it('is warned of if it is too short, too long or too large', () => {
    const written = { title: '', text: '', tags: [] }
    expect(socialWarnings('linkedin', written, { durationS: 2, bytes: 600 * 1024 ** 2 })).toEqual([
      { kind: 'leastSeconds', length: 2, least: 3 },
      { kind: 'bytes', length: 600 * 1024 ** 2, most: 500 * 1024 ** 2 },
    ])
    expect(socialWarnings('x', written, { durationS: 141, bytes: 1 })).toEqual([
      { kind: 'seconds', length: 141, most: 140 },
    ])
  })
})
