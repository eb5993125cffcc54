import { randomUUID } from 'node:crypto'
import { beacon, type ViewEvent, viewEvent } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { viewEventOf } from '../../../testing/analytics/view-event.ts'
import { type ReceivedEvent, stateAfter, type ViewState } from './deltas.ts'

const facts = { kind: 'video' } as ViewState['facts']

/** The counts of a view after its events. */
function countsOf(...events: Partial<ViewEvent>[]): Partial<ViewState['counts']> {
  const state = events.reduce<ViewState | null>((before, change, seq) => {
    const { at, ...figures } = viewEventOf('anything', { seq, ...change })
    const received: ReceivedEvent = { ...figures, environmentId: '', receivedMs: at, atMs: at, facts }
    return stateAfter(before, received) ?? before
  }, null)
  return state?.counts ?? {}
}

describe('the counts of a view', () => {
  it('are bounded by its time', () => {
    const most = Number.MAX_SAFE_INTEGER
    const played = { elapsedMs: 1000, watchMs: 1000, playedMs: 900, startupMs: 0 }
    const absurd = {
      kbit: most,
      rebuffers: 1_000_000,
      seeks: 1_000_000,
      upscaledMs: 6e10,
      downscaledMs: 1000,
    }
    expect(countsOf({ ...played, ...absurd, ratedMs: 1000, rebufferMs: 6000 })).toMatchObject({
      rated_ms: 900,
      // 1 Gbit/s.
      kbit: 900_000,
      rebuffer_ms: 1000,
      rebuffers: 4,
      seeks: 4,
      upscaled_ms: 18_000,
      downscaled_ms: 900,
    })
    expect(countsOf({ ...played, watchMs: 500, playedMs: 0, kbit: 5, rebufferMs: 900 })).toMatchObject({
      kbit: 0,
      rebuffer_ms: 500,
    })
  })

  it('say that a view was left before the first picture until it starts or fails', () => {
    const left = { exits_before_start: 1, playback_failures: 0, startup_failures: 0 }
    expect(countsOf({})).toMatchObject(left)
    expect(countsOf({}, { type: 'first-frame', startupMs: 80 })).toMatchObject({
      ...left,
      exits_before_start: 0,
    })
    const failed = { exits_before_start: 0, playback_failures: 1, startup_failures: 1 }
    expect(countsOf({}, { type: 'error' })).toMatchObject(failed)
    expect(countsOf({}, { type: 'error' }, { type: 'play' })).toMatchObject(failed)
  })
})

describe('a report', () => {
  const event = viewEventOf('abcdefghij')

  it('goes on after seven days', () => {
    const elapsedMs = 300 * 86_400_000
    expect(viewEvent.safeParse({ ...event, elapsedMs, watchMs: elapsedMs }).success).toBe(true)
  })

  it('loses only its invalid events', () => {
    const events = [{ ...event, watchMs: -1 }, event, 'nonsense', { ...event, viewId: randomUUID() }]
    expect(beacon.parse({ sentAt: 1, events }).events).toEqual([events[1], events[3]])
    expect(beacon.safeParse({ sentAt: 1, events: [events[0]] }).error?.issues[0]?.path).toEqual([
      'events',
      0,
      'watchMs',
    ])
    expect(beacon.safeParse({ sentAt: 1, events: Array(51).fill(event) }).success).toBe(false)
  })

  it.each(['programme', 'partner', 'model', 'playerVersion', 'pageHost', 'viewerId'])(
    'has no control characters in its %s',
    (name) => {
      expect(viewEvent.safeParse({ ...event, [name]: 'नमस्ते' }).success).toBe(true)
      expect(viewEvent.safeParse({ ...event, [name]: '\n=1+1' }).success).toBe(false)
      expect(viewEvent.safeParse({ ...event, custom: ['\u0000'] }).success).toBe(false)
    },
  )
})
