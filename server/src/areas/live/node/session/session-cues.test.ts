import { setImmediate } from 'node:timers/promises'
import type { SourceCue } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import type { EncoderCue } from '../../cues/encoder-cues.ts'
import { createSessionCues } from './session-cues.ts'

const out: SourceCue = {
  kind: 'cue',
  what: 'out',
  eventId: '1',
  ptsTicks: 0,
  durationS: 30,
  raw: null,
  origin: 'scte35',
}

function recording() {
  let nowMs = 0
  let fault: Error | null = null
  const recorded: EncoderCue[] = []
  const failures: unknown[] = []
  const warnings: string[] = []
  const cues = createSessionCues({
    async record(cue) {
      await Promise.resolve()
      if (fault) throw fault
      recorded.push(cue)
    },
    failed: (error) => failures.push(error),
    warn: (detail) => warnings.push(detail),
    nowMs: () => nowMs,
  })
  return {
    cues,
    recorded,
    failures,
    warnings,
    at: (ms: number) => (nowMs = ms),
    breakDatabase: (error: Error | null) => (fault = error),
    async tickAt(ms: number) {
      nowMs = ms
      cues.tick()
      await setImmediate()
    },
  }
}

describe('the cues of a session', () => {
  it('are recorded once, although encoders repeat them', async () => {
    const { cues, recorded } = recording()
    for (const atMs of [5000, 5011, 4990]) cues.take(out, atMs)
    cues.take({ ...out, what: 'other' }, 5000)
    cues.take({ ...out, durationS: 60 }, 5000)
    cues.take({ ...out, what: 'in', durationS: null }, 35_000)
    await cues.flush()
    expect(recorded.map(({ kind, atMs, durationS }) => [kind, atMs, durationS])).toEqual([
      ['out', 5000, 30],
      ['out', 5000, 60],
      ['in', 35_000, null],
    ])
  })

  it('can be announced again after a cancellation', async () => {
    const { cues, recorded } = recording()
    const cancel: SourceCue = { ...out, what: 'cancel', durationS: null }
    for (const cue of [out, out, cancel, cancel, out]) cues.take(cue, 5000)
    await cues.flush()
    expect(recorded.map(({ kind }) => kind)).toEqual(['out', 'cancel', 'out'])
  })

  it('are reported once a minute if they are invalid', () => {
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

  it('are limited to 60 in a minute', async () => {
    const { cues, recorded, warnings, at } = recording()
    for (let n = 0; n < 100; n++) cues.take({ ...out, eventId: String(n) }, 0)
    await cues.flush()
    expect([recorded.length, warnings]).toEqual([60, ['too-many']])
    at(60_000)
    cues.take({ ...out, eventId: 'next' }, 60_000)
    await cues.flush()
    expect(recorded).toHaveLength(61)
  })

  it('wait in order until the database is available again', async () => {
    const { cues, recorded, failures, breakDatabase, tickAt } = recording()
    breakDatabase(new Error('the database is away'))
    const end: SourceCue = { ...out, what: 'in', durationS: null }
    for (const [cue, atMs] of [
      [out, 5000],
      [end, 35_000],
      [end, 35_000],
    ] as const)
      cues.take(cue, atMs)
    for (const ms of [0, 999, 1000, 2999, 3000]) await tickAt(ms)
    expect([recorded.length, failures.length]).toEqual([0, 3])
    breakDatabase(null)
    await tickAt(7000)
    expect(recorded.map(({ kind }) => kind)).toEqual(['out', 'in'])
    cues.take(out, 5000)
    await cues.flush()
    expect(recorded).toHaveLength(2)
  })

  it('are given up without delaying others, and recorded when the encoder repeats them', async () => {
    const { cues, recorded, breakDatabase, tickAt } = recording()
    breakDatabase(new Error('refused', { cause: Object.assign(new Error(), { code: '22021' }) }))
    cues.take(out, 5000)
    await cues.flush()
    breakDatabase(new Error('the database is away'))
    cues.take(out, 5000)
    await tickAt(0)
    await tickAt(600_000)
    breakDatabase(null)
    await tickAt(700_000)
    expect(recorded).toEqual([])
    cues.take({ ...out, eventId: '2' }, 700_000)
    cues.take(out, 5000)
    await cues.flush()
    expect(recorded.map(({ eventId }) => eventId)).toEqual(['2', '1'])
  })
})
