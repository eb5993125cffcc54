import { describe, expect, it } from 'vitest'
import { cutLetters, cutText } from './cut-text.ts'

it('letters are counted as people see them', () => {
  expect(cutLetters('नि👨‍👩‍👧‍👦🎬x', 3)).toBe('नि👨‍👩‍👧‍👦🎬')
  expect(cutLetters('abc', 3)).toBe('abc')
  expect(cutLetters('', 3)).toBe('')
})

describe('a text is cut', () => {
  it('only if it is longer than the limit', () => {
    expect(cutText('', 3)).toBe('')
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('abcd', 3)).toBe('abc')
  })

  it.each([
    ['an emoji', '🎬'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag', '🇮🇳'],
    ['a Hindi syllable', 'नि'],
    ['a Telugu syllable', 'క్ష'],
    ['an accent of its own', 'e\u0301'],
    ['a line end', '\r\n'],
  ])('before %s that does not fit', (_what, cluster) => {
    for (let max = 199; max < 198 + cluster.length; max++)
      expect(cutText('x'.repeat(198) + cluster, max)).toBe('x'.repeat(198))
    expect(cutText(`${'x'.repeat(198)}${cluster}y`, 198 + cluster.length)).toBe(
      `${'x'.repeat(198)}${cluster}`,
    )
  })

  it('inside a cluster that is longer than the limit, but not inside a pair', () => {
    expect(cutText(`e${'\u0301'.repeat(300)}`, 200)).toHaveLength(200)
    expect(cutText(`👨${'\u200d👩'.repeat(100)}`, 9).isWellFormed()).toBe(true)
    expect(cutText('🎬', 1)).toBe('')
  })
})
