import { expect, it } from 'vitest'
import { escapeFormula } from './escape-formula.ts'

it.each(['=SUM(A1)', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM', '=1\n=2'])(
  'escapes the formula %j',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  },
)

it.each(['', 'a', 'a=1', ' =1', "'quoted'", '1-2'])('keeps the text %j', (text) => {
  expect(escapeFormula(text)).toBe(text)
})
