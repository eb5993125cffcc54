import { expect, it } from 'vitest'
import { quoteWithoutKey } from './quoted-words.ts'

it('has no part of a stream key at the end of long words', () => {
  const words = `${'a'.repeat(195)}SECRET-KEY is in use`
  expect(quoteWithoutKey(words, 'SECRET-KEY')).toBe(`${'a'.repeat(195)}*** i`)
})

it('has no half of a character, which the database refuses', () => {
  const quoted = quoteWithoutKey(`${'a'.repeat(199)}😀😀`, 'key')
  expect(quoted).toBe(`${'a'.repeat(199)}😀`)
  expect(quoteWithoutKey('\ud83d', 'key')).toBe('\ufffd')
})

it('has no key without its arguments, or decoded', () => {
  expect(quoteWithoutKey('No SEC%2FRET here', 'SEC%2FRET?auth=1')).toBe('No *** here')
  expect(quoteWithoutKey('No SEC/RET here', 'SEC%2FRET?auth=1')).toBe('No *** here')
  expect(quoteWithoutKey('No SEC/RET?auth=1 here', 'SEC%2FRET?auth=1')).toBe('No *** here')
})

it('is unchanged without a key, and null without words', () => {
  expect(quoteWithoutKey('NetStream.Failed: 100%', '')).toBe('NetStream.Failed: 100%')
  expect(quoteWithoutKey(' \n', '%')).toBeNull()
})
