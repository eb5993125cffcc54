import { describe, expect, it } from 'vitest'
import { jsonTokens } from './json-tokens'

const kindsOf = (text: string) =>
  jsonTokens(text)
    .filter(({ text: part }) => part.trim() !== '')
    .map(({ kind, text: part }) => `${kind} ${part.trim()}`)

describe('the tokens of JSON', () => {
  it('separates keys, strings, numbers and words', () => {
    expect(kindsOf('{\n  "size": -1.5e+3,\n  "done": true,\n  "name": "a \\" : b"\n}')).toEqual([
      'mark {',
      'key "size"',
      'mark :',
      'number -1.5e+3',
      'mark ,',
      'key "done"',
      'mark :',
      'word true',
      'mark ,',
      'key "name"',
      'mark :',
      'string "a \\" : b"',
      'mark }',
    ])
  })

  it.each(['', 'not JSON', '{"cut": "of', '"a\\', '{"a":[1,2,{"b":null}]}', '"మ్యాచ్": 1'])(
    'are together the text: %j',
    (text) => {
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text)
    },
  )

  it('of a long text are few', () => {
    const text = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => at))
    const tokens = jsonTokens(text)
    expect(tokens.length).toBeLessThan(20_000)
    expect(tokens.map((token) => token.text).join('')).toBe(text)
  })
})
