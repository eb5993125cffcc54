import { expect, it } from 'vitest'
import { answerOf, startOf } from './ask.ts'

const refused = (id: string) => JSON.stringify({ type: `/problems/${id}`, title: 'The stream', code: 404 })

it('reads the state of a stream from its playlist or problem', () => {
  expect(answerOf(200, '#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="io.kinora.live",VALUE="low"')).toBe('on-air')
  expect(answerOf(200, '#EXTM3U\n#EXT-X-VERSION:7')).toBe('recording')
  expect(answerOf(404, refused('stream-not-started'))).toBe('waiting')
  expect(answerOf(403, refused('stream-paused'))).toBe('paused')
  expect(answerOf(404, refused('stream-ended'))).toBe('ended')
  expect(answerOf(404, refused('not-found'))).toBe('gone')
  expect(answerOf(403, refused('playback-token-invalid'))).toBe('gone')
  for (const status of [429, 500, 503]) expect(answerOf(status, 'busy')).toBe('unreachable')
})

it('reads the planned start', () => {
  const detail = 'It starts at 2026-11-24T18:00:00.000Z'
  expect(startOf(JSON.stringify({ detail }))).toBe(Date.parse('2026-11-24T18:00:00Z'))
  expect(startOf(refused('stream-not-started'))).toBe(null)
})
