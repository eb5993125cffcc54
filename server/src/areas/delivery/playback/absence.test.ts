import { expect, it } from 'vitest'
import { playbackOf } from '../../../testing/playback-source.ts'
import { assertFound } from './absence.ts'

it('says why there is nothing to play', () => {
  const idOf = (live: 'waiting' | 'paused' | 'ended' | 'on-air' | null) => {
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
  expect(idOf('paused')).toBe('stream-paused')
  expect(idOf('ended')).toBe('stream-ended')
  expect(assertFound(playbackOf('abc'), 'a file')).toBe(undefined)
})
