import { expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n'
import stages from '../contents/i18n/en.json'
import texts from '../i18n/en.json'
import { statusOf, statusText } from './status'

const english = new Map<string, string>([
  ...Object.entries(texts.status).map(([key, text]): [string, string] => [`library:status.${key}`, text]),
  ...Object.entries(stages.stage).map(([key, text]): [string, string] => [`library:stage.${key}`, text]),
])
const t = ((key: string) => english.get(key) ?? key) as Translate

it.each([
  ['pending', 'uploading', 'Pending video · Uploading'],
  ['processing', 'queued', 'Processing · Queued'],
  ['processing', 'reading', 'Processing · Reading the file'],
  ['ready', 'encoding', 'Processing · Encoding'],
  ['ready', null, 'Ready'],
  ['failed', null, 'Failed to upload'],
] as const)('names a %s video in the stage %s: %s', (status, stage, text) => {
  const content = { status, stage, playable: status === 'ready', progress: 0, error: null, renditions: [] }
  expect(statusText(statusOf(t, content))).toBe(text)
})
