import { textsIn } from '@kinora/player/vite-texts'
import { expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n'
import stages from '../contents/texts.json'
import texts from '../texts.json'
import { statusOf, statusText } from './status'

const english = new Map(Object.entries(textsIn('en', { ...texts.status, ...stages.stage })))
const t = ((key: string) => english.get(key.replace(/^library:(?:status|stage)\./, ''))) as Translate

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
