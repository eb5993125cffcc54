import { expect, it } from 'vitest'
import { playbackOf } from '../../../testing/playback-source.ts'
import { assertFound } from './absence.ts'

it('says why there is nothing to play', () => {
  const idOf = (live: 'waiting' | 'paused' | 'ended' | 'on-air' | 'recording' | null) => {
    const { page } = playbackOf('abc')
    try {
      assertFound({ page: { ...page, live } }, null)
      return 'found'
    } catch (error) {
      return error instanceof Error && 'id' in error ? error.id : error
    }
  }
  expect([null, 'on-air' as const].map(idOf)).toEqual(['not-found', 'not-found'])
  expect(idOf('waiting')).toBe('stream-not-started')
  expect(idOf('recording')).toBe('not-found')
  expect(idOf('paused')).toBe('stream-paused')
  expect(idOf('ended')).toBe('stream-ended')
  const startsAt = new Date('2026-11-24T18:00:00Z')
  const { page } = playbackOf('abc')
  expect(() => assertFound({ page: { ...page, live: 'waiting', startsAt } }, null)).toThrow(
    expect.objectContaining({ extra: { detail: 'It starts at 2026-11-24T18:00:00.000Z' } }),
  )
  expect(assertFound(playbackOf('abc'), 'a file')).toBe(undefined)
})
