import { expect, it } from 'vitest'
import { type Sound, soundLike } from './audio-choice.ts'

const sound = (name: string, language: string, more: Partial<Sound> = {}): Sound => ({
  ...{ name, language, described: false, isDefault: false, isAutoselected: true },
  ...more,
})
const sounds = [
  sound('Director', 'en', { isAutoselected: false }),
  sound('English', 'en', { isDefault: true }),
  sound('English, described', 'en', { described: true }),
  sound('हिन्दी', 'hi'),
  sound('Português', 'pt-BR'),
  sound('దర్శకుడు', 'te', { isAutoselected: false }),
]

it.each<[string, Parameters<typeof soundLike>[1], number]>([
  ['nothing was chosen', null, -1],
  ['the same is there', { name: 'Director', language: 'en', described: false }, 0],
  ['a commentary is the only one in the language', { name: 'తెలుగు', language: 'te', described: false }, -1],
  ['another name was chosen in a language', { name: 'Stadium', language: 'en', described: false }, 1],
  ['described sound was chosen', { name: 'AD', language: 'en', described: true }, 2],
  ['the language is not described', { name: 'AD', language: 'hi', described: true }, 3],
  ['the language is there as it is spoken elsewhere', { name: '', language: 'pt', described: false }, 4],
  ['the language is not there', { name: 'తెలుగు', language: 'te', described: false }, -1],
])('finds what is heard where %s', (_, choice, place) => {
  expect(soundLike(sounds, choice)).toBe(place)
})
