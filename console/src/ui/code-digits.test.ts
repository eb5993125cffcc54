import { describe, expect, it } from 'vitest'
import { afterTyping, digitsIn } from './code-digits'

const typed = (before: string, text: string, caret = text.length) => afterTyping(before, text, caret, 6)

describe('digits', () => {
  it('accepts digits of every script and ignores other text', () => {
    expect(digitsIn('48 19-20')).toBe('481920')
    expect(digitsIn('٤٨١٩٢٠')).toBe('481920')
    expect(digitsIn('४८१९२०')).toBe('481920')
    expect(digitsIn('౪౮౧౯౨౦')).toBe('481920')
    expect(digitsIn('code: x')).toBe('')
  })
})

describe('code field', () => {
  it('appends digits and ignores other text', () => {
    expect(typed('48', '481')).toEqual({ digits: '481', caret: 3 })
    expect(typed('48', '48a')).toEqual({ digits: '48', caret: 2 })
  })

  it('inserts a digit in the middle while the field is not full', () => {
    expect(typed('4820', '48120', 3)).toEqual({ digits: '48120', caret: 3 })
  })

  it('overwrites the digit after the caret when the field is full', () => {
    expect(typed('481920', '4891920', 3)).toEqual({ digits: '489920', caret: 3 })
    expect(typed('481920', '4819207')).toEqual({ digits: '481920', caret: 6 })
  })

  it('replaces the value with a complete pasted code', () => {
    expect(typed('', 'Your code: 481 920')).toEqual({ digits: '481920', caret: 6 })
    expect(typed('123', '123481920')).toEqual({ digits: '481920', caret: 6 })
    expect(typed('123456', '123456481920')).toEqual({ digits: '481920', caret: 6 })
  })

  it('fills up with part of a pasted code', () => {
    expect(typed('48', '481920')).toEqual({ digits: '481920', caret: 6 })
  })

  it('closes the gap when a digit is deleted', () => {
    expect(typed('481920', '48920', 2)).toEqual({ digits: '48920', caret: 2 })
  })
})
