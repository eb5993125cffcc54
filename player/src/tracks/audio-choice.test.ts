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
  ['there is no choice', null, -1],
  ['the same track exists', { name: 'Director', language: 'en', described: false }, 0],
  ['a commentary is the only track in the language', { name: 'తెలుగు', language: 'te', described: false }, -1],
  ['the chosen name differs within a language', { name: 'Stadium', language: 'en', described: false }, 1],
  ['an audio description was chosen', { name: 'AD', language: 'en', described: true }, 2],
  ['the language has no audio description', { name: 'AD', language: 'hi', described: true }, 3],
  ['only another regional variant exists', { name: '', language: 'pt', described: false }, 4],
  ['the language does not exist', { name: 'తెలుగు', language: 'te', described: false }, -1],
])('selects a track if %s', (_, choice, place) => {
  expect(soundLike(sounds, choice)).toBe(place)
})
