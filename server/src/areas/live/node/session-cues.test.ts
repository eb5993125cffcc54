import type { LiveCue } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import type { EncoderCue } from '../cues/encoder-cues.ts'
import { createSessionCues } from './session-cues.ts'

const out: LiveCue = {
  ...{ kind: 'cue', what: 'out', eventId: '1', ptsTicks: 0, durationS: 30, raw: null, origin: 'scte35' },
}

function recording() {
  let nowMs = 0
  const recorded: EncoderCue[] = []
  const warnings: string[] = []
  const cues = createSessionCues({
    record: (cue) => recorded.push(cue),
    warn: (detail) => warnings.push(detail),
    nowMs: () => nowMs,
  })
  return { cues, recorded, warnings, at: (ms: number) => (nowMs = ms) }
}

describe('the cues of a session', () => {
  it('are recorded once, though encoders repeat them', () => {
    const { cues, recorded } = recording()
    for (const atMs of [5000, 5011, 4990]) cues.take(out, atMs)
    cues.take({ ...out, what: 'other' }, 5000)
    cues.take({ ...out, durationS: 60 }, 5000)
    cues.take({ ...out, what: 'in', durationS: null }, 35_000)
    expect(recorded.map(({ kind, atMs, durationS }) => [kind, atMs, durationS])).toEqual([
      ['out', 5000, 30],
      ['out', 5000, 60],
      ['in', 35_000, null],
    ])
  })

  it('can be announced again after they were canceled', () => {
    const { cues, recorded } = recording()
    const cancel: LiveCue = { ...out, what: 'cancel', durationS: null }
    for (const cue of [out, out, cancel, cancel, out]) cues.take(cue, 5000)
    expect(recorded.map(({ kind }) => kind)).toEqual(['out', 'cancel', 'out'])
  })

  it('that cannot be read are reported once a minute', () => {
    const { cues, warnings, at } = recording()
    const bad = { kind: 'bad-cue', origin: 'scte35', reason: 'checksum' } as const
    for (const ms of [0, 10, 59_999, 60_000, 60_001]) {
      at(ms)
      cues.refuse(bad)
    }
    expect(warnings).toEqual(['scte35: checksum', 'scte35: checksum (3)'])
  })

  it('are refused if their time is on another clock', () => {
    const { cues, recorded, warnings } = recording()
    for (const atMs of [-4_000_000, 4_000_000, Number.POSITIVE_INFINITY]) cues.take(out, atMs)
    expect([recorded, warnings]).toEqual([[], ['scte35: time']])
  })

  it('are too many when more than 60 come in a minute', () => {
    const { cues, recorded, warnings, at } = recording()
    for (let n = 0; n < 100; n++) cues.take({ ...out, eventId: String(n) }, 0)
    expect([recorded.length, warnings]).toEqual([60, ['too-many']])
    at(60_000)
    cues.take({ ...out, eventId: 'next' }, 60_000)
    expect(recorded).toHaveLength(61)
  })
})
