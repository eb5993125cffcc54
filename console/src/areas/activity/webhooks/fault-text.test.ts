import { expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n'
import { faultText } from './fault-text'

/** Returns the key and the interpolated value. */
const t = ((key: string, { what }: { what: string }) =>
  `${key.split('.').at(-1)} ${what}`.trim()) as Translate

it.each([
  ['the connection was refused', 'refused'],
  ['no answer in 15 s', 'silent 15'],
  ['hooks.example.com does not resolve', 'unknown hooks.example.com'],
  ['localhost is not a public address', 'private localhost'],
  ['unable to verify the first certificate', 'unable to verify the first certificate'],
])('translates “%s”', (fault, said) => {
  expect(faultText(t, fault)).toBe(said)
})
