import { createTsAnalyser, createTsMuxer, createTsSource, createTsView } from '@kinora/media'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { writtenTracks } from '../../../../testing/live/written-stream.ts'
import type { RelayContext } from '../relay-context.ts'
import { createFeeds } from './feeds.ts'
import { startStandby } from './standby.ts'

const FRAME_MS = 40
const BACKUP = '01900000-0000-7000-8000-000000000001'
const spec = {
  backup: { id: BACKUP, environmentId: '01900000-0000-7000-8000-000000000002' },
  holdMs: 500,
  returns: 'at-once',
  returnAfterS: 1,
  chosen: null,
  hadBackup: false,
} as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Payloads of a stream, a frame with each call. @param first time of its video in ticks @param each frames of a keyframe */
function streamFrom(first: number, each = 25) {
  let payload = Buffer.alloc(0)
  let n = 0
  const muxer = createTsMuxer((bytes) => {
    payload = Buffer.concat([payload, bytes])
  })
  muxer.track(writtenTracks.video)
  return () => {
    payload = Buffer.alloc(0)
    const isKey = n % each === 0
    const data = new Uint8Array(400).fill(0x55)
    data.set([0, 0, 1, 0x8c, isKey ? 0x65 : 0x41])
    muxer.packet({ kind: 'video', dts: first + n * FRAME_MS * 90, cts: 0, isKey, data })
    n += 1
    return payload
  }
}

/** An input and its backup. */
function open(given: Partial<Parameters<typeof startStandby>[0]> = {}) {
  const feeds = createFeeds()
  const passed: { readonly payload: Buffer; readonly atUs: number }[] = []
  const context = {
    feeds,
    hasInput: () => true,
    log: createLog('silent'),
    clock: { now: () => new Date() },
    streams: {},
  } as unknown as RelayContext
  const out = { pass: (payload: Buffer, atUs: number) => passed.push({ payload, atUs }), reset: vi.fn() }
  const standby = startStandby({ ...spec, ...given }, out, context)
  /** Frames of the input itself and of its backup, until a time has passed. */
  const run = (ms: number, own: (() => Buffer) | null, backup: (() => Buffer) | null, aheadUs = 0) => {
    for (let at = 0; at < ms; at += FRAME_MS) {
      const nowUs = performance.now() * 1000
      if (own !== null) standby.push(own(), nowUs + aheadUs)
      if (backup !== null) feeds.publish(BACKUP, backup(), nowUs)
      vi.advanceTimersByTime(FRAME_MS)
    }
  }
  return { standby, out, passed, run, feeds }
}

function faultsOf(passed: ReturnType<typeof open>['passed']) {
  const analyser = createTsAnalyser()
  for (const { payload, atUs } of passed) analyser.push(payload, atUs)
  return analyser.faults().map(({ id }) => id)
}

/** Steps of the decoding times in ms that are not those of a frame. */
function jumpsOf(passed: ReturnType<typeof open>['passed']) {
  const times: number[] = []
  const source = createTsSource({
    track: () => undefined,
    packet: ({ dts }) => void times.push(dts),
    cue: () => undefined,
    end: () => undefined,
  })
  for (const { payload } of passed) source.push(payload)
  const steps = times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / 90)
  return steps.filter((step) => step <= 0 || step > 2000)
}

it('ends no process with a payload that cannot be read', () => {
  const { standby, run, passed, feeds } = open({ returns: 'by-hand' })
  run(1000, streamFrom(0), streamFrom(900_000))
  run(1000, null, streamFrom(9_000_000))
  expect(standby.report().source).toBe('backup')
  const before = passed.length
  for (let length = 0; length < 400; length += 7)
    for (const fill of [0, 0x47, 0xff])
      feeds.publish(BACKUP, Buffer.alloc(length, fill), performance.now() * 1000)
  run(2000, null, streamFrom(9_090_000))
  expect(passed.length).toBeGreaterThan(before)
})

it('takes no pause of its process for a silence of the input, but a silence after it', () => {
  const { standby, run } = open()
  const [own, backup] = [streamFrom(0), streamFrom(900_000)]
  run(2000, own, backup)
  // The time goes on, but nothing runs.
  vi.setSystemTime(Date.now())
  const late = vi.spyOn(performance, 'now')
  const pausedMs = performance.now() + 900
  late.mockReturnValue(pausedMs)
  vi.advanceTimersByTime(20)
  expect(standby.report().source).toBe('own')
  late.mockRestore()
  vi.advanceTimersByTime(900)
  run(1200, null, backup)
  expect(standby.report().source).toBe('backup')
})

it('keeps a backup whose keyframes are farther apart than its replay', () => {
  const { standby, run } = open({ returns: 'by-hand' })
  const backup = streamFrom(900_000, 1000)
  run(1000, streamFrom(0), backup)
  run(20_000, null, backup)
  run(2000, streamFrom(5_000_000), backup)
  expect(standby.report()).toMatchObject({ source: 'backup', reason: 'lost' })
})

it('goes on without a fault when the input or its backup begins again with other times', () => {
  const { standby, run, passed, out } = open()
  const backup = streamFrom(90_000_000)
  const own = streamFrom(0)
  run(2000, own, backup)
  run(1600, null, backup)
  run(400, null, streamFrom(700_000_000))
  run(2000, null, streamFrom(800_000_000))
  run(2000, own, null)
  expect(standby.report().source).toBe('own')
  out.reset.mockClear()
  standby.begin()
  run(2000, streamFrom(1_500_000_000), null)
  expect(out.reset).toHaveBeenCalled()
  // Another encoder, without another connection.
  run(2000, streamFrom(400_000_000), null)
  expect(jumpsOf(passed)).toEqual([])
  expect(faultsOf(passed)).not.toContain('continuity')
})

it('stays converted when its backup is taken away, and takes another one', () => {
  const { standby, run, passed } = open()
  const [own, backup] = [streamFrom(0), streamFrom(90_000_000)]
  run(2000, own, backup)
  run(1500, null, backup)
  expect(standby.report().source).toBe('backup')
  standby.update(null)
  run(2000, own, backup)
  expect(standby.report()).toMatchObject({ source: 'own', reason: 'backup-lost' })
  standby.update(spec)
  run(1000, own, backup)
  run(2000, null, backup)
  expect(standby.report().source).toBe('backup')
  expect(jumpsOf(passed)).toEqual([])
  expect(faultsOf(passed)).not.toContain('continuity')
})

it('takes the backup again that a person chose, after its node was replaced', () => {
  const { standby, run } = open({ hadBackup: true, chosen: { source: 'backup', atMs: 5 } })
  const [own, backup] = [streamFrom(0), streamFrom(90_000_000)]
  run(2000, own, backup)
  expect(standby.report()).toMatchObject({ source: 'backup', reason: 'by-hand' })
  standby.update({ ...spec, chosen: { source: 'own', atMs: 6 } })
  run(2000, own, backup)
  expect(standby.report()).toMatchObject({ source: 'own', reason: 'by-hand' })
})

it('never goes before what has left of an input whose times are in the future', () => {
  const { run, passed } = open()
  const [own, backup] = [streamFrom(0), streamFrom(90_000_000)]
  run(2000, own, backup, 3_000_000)
  run(6000, null, backup)
  expect(passed.every(({ atUs }, n) => n === 0 || atUs >= (passed[n - 1]?.atUs ?? 0))).toBe(true)
  expect(jumpsOf(passed)).toEqual([])
  const view = createTsView()
  for (const { payload, atUs } of passed)
    for (let at = 0; at < payload.length; at += 188) view.read(payload.subarray(at, at + 188), atUs)
  expect(view.program()).not.toBe(null)
})

it('waits for a hole in a stream that comes', () => {
  const { standby, run } = open()
  const backup = streamFrom(90_000_000)
  run(2000, streamFrom(0), backup)
  for (let n = 0; n < 50; n++) {
    standby.arrived()
    run(FRAME_MS, null, backup)
  }
  expect(standby.report().source).toBe('own')
})
