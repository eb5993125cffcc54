import { expect, it } from 'vitest'
import { composeText } from './compose-text.ts'

const [composed, decomposed] = ['é', 'é'.normalize('NFD')]

it('composes the text of an input at any depth, but no secrets and addresses', () => {
  const given = { tags: [decomposed], on: true, newPassword: decomposed, url: decomposed, __proto__: null }
  const read = { tags: [composed], on: true, newPassword: decomposed, url: decomposed }
  expect(composeText({ a: [given] })).toEqual({ a: [read] })
})

it('leaves what is nested too deep for any schema', () => {
  let nested: unknown = decomposed
  for (let depth = 0; depth < 100_000; depth++) nested = [nested]
  expect(composeText(nested)).toBeInstanceOf(Array)
})
