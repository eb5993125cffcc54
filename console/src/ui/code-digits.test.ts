import { describe, expect, it } from 'vitest'
import { afterTyping, digitsIn } from './code-digits'

const typed = (before: string, text: string, caret = text.length) => afterTyping(before, text, caret, 6)

describe('digits', () => {
  it('are read in the scripts of the console, and nothing else is', () => {
    expect(digitsIn('48 19-20')).toBe('481920')
    expect(digitsIn('٤٨١٩٢٠')).toBe('481920')
    expect(digitsIn('४८१९२०')).toBe('481920')
    expect(digitsIn('౪౮౧౯౨౦')).toBe('481920')
    expect(digitsIn('code: x')).toBe('')
  })
})

describe('six boxes that are one field', () => {
  it('take digits at the end and leave the rest out', () => {
    expect(typed('48', '481')).toEqual({ digits: '481', caret: 3 })
    expect(typed('48', '48a')).toEqual({ digits: '48', caret: 2 })
  })

  it('take a digit in the middle while there is room', () => {
    expect(typed('4820', '48120', 3)).toEqual({ digits: '48120', caret: 3 })
  })

  it('write over the digit after the caret once they are full', () => {
    expect(typed('481920', '4891920', 3)).toEqual({ digits: '489920', caret: 3 })
    expect(typed('481920', '4819207')).toEqual({ digits: '481920', caret: 6 })
  })

  it('take a whole code that is pasted, whatever was there', () => {
    expect(typed('', 'Your code: 481 920')).toEqual({ digits: '481920', caret: 6 })
    expect(typed('123', '123481920')).toEqual({ digits: '481920', caret: 6 })
    expect(typed('123456', '123456481920')).toEqual({ digits: '481920', caret: 6 })
  })

  it('fill up with part of a code that is pasted', () => {
    expect(typed('48', '481920')).toEqual({ digits: '481920', caret: 6 })
  })

  it('close the gap when one is taken out', () => {
    expect(typed('481920', '48920', 2)).toEqual({ digits: '48920', caret: 2 })
  })
})
