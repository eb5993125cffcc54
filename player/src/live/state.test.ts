import { describe, expect, it } from 'vitest'
import type { Answer } from './ask.ts'
import { initialState, type LiveEvent, type LivePhase, nextState, pauseMs } from './state.ts'

const in_ = (phase: LivePhase, attempts = 0) => ({ ...initialState, phase, attempts })
const answered = (answer: Answer): LiveEvent => ({ type: 'answered', answer })
const phaseAfter = (phase: LivePhase, answer: Answer) => nextState(in_(phase), answered(answer)).phase

describe('the state of a live stream', () => {
  it('goes on the air from every rest', () => {
    for (const phase of ['none', 'waiting', 'paused', 'ended'] as const)
      expect(phaseAfter(phase, 'on-air')).toBe('on-air')
    expect(nextState(initialState, { type: 'opened' }).phase).toBe('on-air')
  })

  it('reconnects until playback progresses', () => {
    const lost = nextState(in_('on-air'), { type: 'interrupted' })
    expect(lost).toEqual(in_('reconnecting'))
    const again = nextState(nextState(lost, answered('unreachable')), answered('on-air'))
    expect(again).toEqual(in_('reconnecting', 2))
    expect(nextState(again, { type: 'progressed' })).toEqual(in_('on-air'))
  })

  it('stays on the air if the server knows of no trouble', () => {
    expect(nextState(in_('on-air'), answered('on-air'))).toEqual(in_('on-air'))
  })

  it('waits for another node before a stream has ended', () => {
    expect(nextState(in_('on-air'), answered('waiting'))).toEqual(in_('reconnecting', 1))
    expect(nextState(in_('reconnecting', 4), answered('waiting')).phase).toBe('ended')
  })

  it('is paused and ends at once', () => {
    expect(phaseAfter('on-air', 'paused')).toBe('paused')
    expect(phaseAfter('reconnecting', 'ended')).toBe('ended')
    expect(nextState(in_('on-air'), { type: 'finished' }).phase).toBe('ended')
  })

  it('offers the recording of a stream that has ended', () => {
    expect(nextState(in_('ended'), answered('recording')).hasRecording).toBe(true)
    expect(nextState(in_('ended'), answered('waiting')).phase).toBe('ended')
    expect(nextState({ ...in_('ended'), hasRecording: true }, { type: 'left' })).toEqual(in_('recording'))
  })

  it('says that the stream of a recording is on air again', () => {
    const again = nextState(in_('recording'), answered('on-air'))
    expect(again).toEqual({ ...in_('recording'), isLiveNow: true })
    expect(nextState(again, answered('recording')).isLiveNow).toBe(false)
    expect(nextState(again, { type: 'joined' })).toEqual(in_('on-air'))
    expect(pauseMs(again, 0.5)).toBe(15_000)
  })

  it('knows when a stream that waits is planned to start', () => {
    const waiting = nextState(initialState, { type: 'answered', answer: 'waiting', startsMs: 5000 })
    expect(waiting).toEqual({ ...in_('waiting'), startsMs: 5000 })
  })

  it('leaves videos alone', () => {
    for (const answer of ['recording', 'gone', 'unreachable'] as const)
      expect(phaseAfter('none', answer)).toBe('none')
    expect(nextState(initialState, { type: 'interrupted' })).toEqual(initialState)
  })

  it('asks again after a growing pause, or about every five seconds', () => {
    const pauses = [0, 1, 2, 3, 9].map((attempts) => pauseMs(in_('reconnecting', attempts), 0.5))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 8000])
    expect([0, 0.5, 1].map((random) => pauseMs(in_('waiting'), random))).toEqual([4000, 5000, 6000])
    expect(pauseMs(in_('on-air'), 0.5)).toBe(null)
  })
})
