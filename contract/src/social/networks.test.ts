import { describe, expect, it } from 'vitest'
import { socialWarnings, xLength, xText } from './networks.ts'

describe('the text of a post at X', () => {
  it('has the title first and the tags last, without those that have no letters', () => {
    const written = { title: 'Monsoon', text: ' ', tags: ['heavy rain', '#', 'केरल'] }
    expect(xText(written)).toBe('Monsoon\n\n#heavyrain #केरल')
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
    const written = { title: 'a'.repeat(275), text: '', tags: ['rain'], durationS: null }
    expect(socialWarnings('x', written)).toEqual([{ kind: 'text', length: 282, most: 280 }])
    expect(socialWarnings('x', { ...written, tags: ['!'] })).toEqual([])
  })
})
