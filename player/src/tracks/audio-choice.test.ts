import { expect, it } from 'vitest'
import { type AudioTrack, bestAudioTrack } from './audio-choice.ts'

const track = (name: string, language: string, more: Partial<AudioTrack> = {}): AudioTrack => ({
  name,
  language,
  described: false,
  isDefault: false,
  isAutoselected: true,
  ...more,
})
const tracks = [
  track('Director', 'en', { isAutoselected: false }),
  track('English', 'en', { isDefault: true }),
  track('English, described', 'en', { described: true }),
  track('हिन्दी', 'hi'),
  track('Português', 'pt-BR'),
  track('దర్శకుడు', 'te', { isAutoselected: false }),
]

it.each<[string, Parameters<typeof bestAudioTrack>[1], number]>([
  ['there is no choice', null, -1],
  ['the same track exists', { name: 'Director', language: 'en', described: false }, 0],
  ['a commentary is the only track in the language', { name: 'తెలుగు', language: 'te', described: false }, -1],
  ['the chosen name differs within a language', { name: 'Stadium', language: 'en', described: false }, 1],
  ['an audio description was chosen', { name: 'AD', language: 'en', described: true }, 2],
  ['the language has no audio description', { name: 'AD', language: 'hi', described: true }, 3],
  ['only another regional variant exists', { name: '', language: 'pt', described: false }, 4],
  ['the language does not exist', { name: 'తెలుగు', language: 'te', described: false }, -1],
])('selects a track if %s', (_, choice, place) => {
  expect(bestAudioTrack(tracks, choice)).toBe(place)
})
