import { expect, it } from 'vitest'
import { uploadVerdict } from './upload-verdict'

const error = { id: 'unreadable', retryable: false } as never
const video = { status: 'processing', error: null, playable: false, trashedAt: null, reencode: null } as const
const accepted = { accepted: true }

it('waits until a new video plays or fails', () => {
  expect(uploadVerdict('source', video)).toBeUndefined()
  expect(uploadVerdict('source', { ...video, playable: true })).toEqual(accepted)
  expect(uploadVerdict('source', { ...video, status: 'failed', error })).toEqual({ accepted: false, error })
  expect(uploadVerdict('source', { ...video, trashedAt: '2026-03-01T12:00:00.000Z' })).toEqual(accepted)
})

it('judges a replacement by its own encoding, not by the replaced video', () => {
  const old = { ...video, status: 'failed', error } as const
  const running = { status: 'running', error: null } as const
  expect(uploadVerdict('replacement', { ...old, reencode: running })).toBeUndefined()
  expect(
    uploadVerdict('replacement', { ...old, playable: true, reencode: { status: 'failed', error } }),
  ).toEqual({
    accepted: false,
    error,
  })
  expect(uploadVerdict('replacement', { ...video, playable: true })).toEqual(accepted)
})

it('accepts audio tracks at once', () => {
  expect(uploadVerdict('track', video)).toEqual(accepted)
})
