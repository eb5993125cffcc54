import type { Answer } from './ask.ts'

export type LivePhase =
  /** Not a live stream, as far as known. */
  | 'none'
  | 'waiting'
  | 'on-air'
  | 'reconnecting'
  | 'paused'
  | 'ended'
  /** The URL plays the last recording of a stream. */
  | 'recording'

export interface LiveState {
  readonly phase: LivePhase
  /** Attempts to reconnect so far. */
  readonly attempts: number
  /** The URL plays the recording of the stream that has ended. */
  readonly hasRecording: boolean
  /** The stream of the recording is on air again. */
  readonly isLiveNow: boolean
  /** When a stream that waits is planned to start, in ms since 1970. */
  readonly startsMs: number | null
}

export type LiveEvent =
  | { readonly type: 'answered'; readonly answer: Answer; readonly startsMs?: number | null }
  /** The playlist is that of a live stream. */
  | { readonly type: 'opened' }
  /** Playback stands still, or a request has failed. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'progressed' }
  /** The last frame has been shown. */
  | { readonly type: 'finished' }
  /** The viewer watches the recording. */
  | { readonly type: 'left' }
  /** The viewer watches the stream instead of the recording. */
  | { readonly type: 'joined' }
  /** The media cannot be played. */
  | { readonly type: 'failed' }

/** A live node that dies is replaced within seconds. Viewers wait so many attempts for it. */
const MAX_MISSING = 4
const RETRY_MS = [1000, 2000, 4000, 8000]
const POLL_MS = 5000
/** Viewers of a recording wait for nothing. */
const RECORDING_POLL_MS = 15_000
/** Spreads the requests of many viewers. */
const JITTER = 0.2

export const initialState: LiveState = {
  phase: 'none',
  attempts: 0,
  hasRecording: false,
  isLiveNow: false,
  startsMs: null,
}

export function nextState(state: LiveState, event: LiveEvent): LiveState {
  const { phase } = state
  const isPlaying = phase === 'on-air' || phase === 'reconnecting'
  switch (event.type) {
    case 'opened':
      return phase === 'none' ? { ...initialState, phase: 'on-air' } : state
    case 'interrupted':
      return phase === 'on-air' ? { ...state, phase: 'reconnecting', attempts: 0 } : state
    case 'progressed':
      return phase === 'reconnecting' ? { ...state, phase: 'on-air', attempts: 0 } : state
    case 'finished':
      return isPlaying ? { ...initialState, phase: 'ended' } : state
    case 'left':
      return { ...initialState, phase: 'recording' }
    case 'joined':
      return { ...initialState, phase: 'on-air' }
    case 'failed':
      return initialState
    case 'answered':
      if (phase === 'recording') return { ...state, isLiveNow: event.answer === 'on-air' }
      return isPlaying ? whilePlaying(state, event.answer) : whileResting(state, event)
  }
}

function whilePlaying(state: LiveState, answer: Answer): LiveState {
  const { phase, attempts } = state
  const again: LiveState = { ...state, phase: 'reconnecting', attempts: attempts + 1 }
  switch (answer) {
    case 'on-air':
      return phase === 'reconnecting' ? again : state
    case 'recording':
      return { ...initialState, phase: 'ended', hasRecording: true }
    case 'paused':
    case 'ended':
      return { ...initialState, phase: answer }
    case 'unreachable':
      return again
    case 'waiting':
    case 'gone':
      return attempts < MAX_MISSING ? again : { ...initialState, phase: 'ended' }
  }
}

function whileResting(
  state: LiveState,
  { answer, startsMs = null }: Extract<LiveEvent, { type: 'answered' }>,
): LiveState {
  const { phase } = state
  switch (answer) {
    case 'on-air':
    case 'paused':
    case 'ended':
      return { ...initialState, phase: answer }
    case 'recording':
      return phase === 'none' ? state : { ...initialState, phase: 'ended', hasRecording: true }
    case 'waiting':
      return phase === 'ended' ? state : { ...initialState, phase: 'waiting', startsMs }
    case 'gone':
    case 'unreachable':
      return state
  }
}

/** Time until the server is asked again. Null if it need not be asked. @param random from 0 to 1 */
export function pauseMs({ phase, attempts }: LiveState, random: number): number | null {
  const spread = 1 - JITTER + 2 * JITTER * random
  switch (phase) {
    case 'none':
    case 'on-air':
      return null
    case 'recording':
      return Math.round(spread * RECORDING_POLL_MS)
    case 'reconnecting':
      return Math.round(spread * (RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] ?? POLL_MS))
    default:
      return Math.round(spread * POLL_MS)
  }
}
