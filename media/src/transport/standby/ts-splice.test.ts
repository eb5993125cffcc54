import { expect, it } from 'vitest'
import { createTsSource } from '../../live/ts/ts-source.ts'
import { FRAME_MS, streamOf } from '../test-stream.ts'
import { createTsAnalyser } from '../ts-analyser.ts'
import { packets } from './program-writer.ts'
import { createReplay, type TimedPayload } from './replay.ts'
import { createTsSplice, type SplicedPayload } from './ts-splice.ts'
import { timeBetween, wrapTime } from './ts-times.ts'
import { createTsView } from './ts-view.ts'

/** Passes one stream until a time, then another one from its last keyframe on, as far as it is due before another time. */
function switchTo(
  own: readonly TimedPayload[],
  backup: readonly TimedPayload[],
  cutUs: number,
  nowUs: number,
  untilUs = Number.POSITIVE_INFINITY,
) {
  const splice = createTsSplice()
  const view = createTsView()
  const replay = createReplay()
  const out: TimedPayload[] = []
  for (const { payload, atUs } of own) {
    if (atUs >= cutUs) break
    for (let at = 0; at < payload.length; at += 188) {
      const viewed = view.read(payload.subarray(at, at + 188), atUs)
      if (viewed !== null) splice.note(viewed, view)
    }
    out.push({ payload, atUs })
  }
  const leave = (spliced: SplicedPayload) => out.push({ payload: splice.stamp(spliced), atUs: spliced.dueUs })
  for (const each of backup) if (each.atUs <= nowUs) replay.push(each.payload, each.atUs)
  const [key] = replay.payloads()
  if (key === undefined) throw new Error('the backup has no keyframe')
  const tables = splice.begin(replay.view(), key, nowUs - key.atUs)
  if (tables === null) throw new Error('the backup has no clock')
  leave(tables)
  for (const each of [...replay.payloads(), ...backup.filter(({ atUs }) => atUs > nowUs)])
    for (const spliced of splice.convert(each)) if (spliced.dueUs < untilUs) leave(spliced)
  return { out, splice, view, leave }
}

function framesOf(stream: readonly TimedPayload[]) {
  const frames: { dts: number; isKey: boolean }[] = []
  const source = createTsSource({
    track: () => undefined,
    packet: ({ kind, dts, isKey }) => void (kind === 'video' && frames.push({ dts, isKey })),
    cue: () => undefined,
    end: () => undefined,
  })
  for (const { payload } of stream) source.push(payload)
  return frames
}

function faultsOf(stream: readonly TimedPayload[]) {
  const analyser = createTsAnalyser()
  for (const { payload, atUs } of stream) analyser.push(payload, atUs)
  return analyser.faults().map(({ id }) => id)
}

it('goes on with another stream from its keyframe, without a fault and without going back', () => {
  const own = streamOf(90_000, 100)
  // Its times wrap soon.
  const backup = streamOf(wrapTime(-90_000), 160)
  const [cutUs, nowUs] = [2_000_000, 2_600_000]
  const { out } = switchTo(own, backup, cutUs, nowUs)
  expect(faultsOf(out)).toEqual([])
  const frames = framesOf(out)
  const steps = frames.slice(1).map(({ dts }, n) => timeBetween(frames[n]?.dts ?? 0, dts) / 90)
  expect(Math.min(...steps)).toBeGreaterThan(0)
  // The silence is seen once, and nothing else.
  expect(steps.filter((step) => Math.abs(step - FRAME_MS) > 1)).toHaveLength(1)
  expect(Math.max(...steps)).toBeLessThan((nowUs - cutUs) / 1000 + 2 * FRAME_MS)
  // Every frame of the backup since its keyframe at 2 s.
  expect(frames.length).toBeGreaterThanOrEqual(50 + 110 - 2)
})

it('returns to the first stream at a keyframe, and the delay of the replay is gone', () => {
  const own = streamOf(90_000, 200)
  const backup = streamOf(7_000_000, 200)
  const { out, splice, view, leave } = switchTo(own, backup, 2_000_000, 2_600_000, 5_000_000)
  const again = own.filter(({ atUs }) => atUs >= 4_000_000)
  const isKey = ({ payload, atUs }: TimedPayload) =>
    [...Array(payload.length / 188).keys()]
      .map((n) => view.read(payload.subarray(n * 188, (n + 1) * 188), atUs)?.isKey === true)
      .includes(true)
  const key = again.filter(isKey).find(({ atUs }) => atUs >= 5_000_000)
  const tables = key && splice.begin(view, key, 0)
  if (!tables) throw new Error('the first stream has no keyframe')
  leave(tables)
  for (const each of again.slice(again.indexOf(key)))
    for (const spliced of splice.convert(each)) leave(spliced)
  expect(faultsOf(out)).toEqual([])
  const frames = framesOf(out)
  for (const [n, { dts }] of frames.entries())
    if (n > 0) expect(timeBetween(frames[n - 1]?.dts ?? 0, dts)).toBeGreaterThan(0)
  expect(out.at(-1)?.atUs).toBe(own.at(-1)?.atUs)
})

/** A program with video and cues, whose tables have a version. */
function tablesOf(version: number, isCue = true) {
  const cue = isCue ? [134, 0xe0, 0x66, 0xf0, 0] : []
  const video = [27, 0xe0, 0x65, 0xf0, 0]
  const crc = [0, 0, 0, 0]
  const count = 13 + video.length + cue.length
  const map = [
    2,
    0xb0,
    count,
    0,
    1,
    0xc1 | (version << 1),
    0,
    0,
    0xe0,
    0x65,
    0xf0,
    0,
    ...video,
    ...cue,
    ...crc,
  ]
  const association = [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0, 0x64, ...crc]
  return [packets(0, Uint8Array.from(association)), packets(0x64, Uint8Array.from(map))].flat()
}

/** A packet with a clock and a keyframe. */
function keyPacket(continuity: number) {
  const packet = Buffer.alloc(188, 0xff)
  packet.set([0x47, 0x40, 0x65, 0x30 | continuity, 7, 0x50, 0, 0, 0, 0, 0, 0])
  packet.set([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1, 0, 0, 1, 0x65], 12)
  return packet
}

/** A splice that goes on with a program with cues. */
function splicedTo(tables: readonly Buffer[]) {
  const view = createTsView()
  for (const packet of [...tables, keyPacket(0)]) view.read(packet, 0)
  const splice = createTsSplice()
  const payload = Buffer.concat([...tables, keyPacket(0)])
  const begun = splice.begin(view, { payload, atUs: 0 }, 0)
  if (begun === null) throw new Error('the stream has no clock')
  splice.convert({ payload, atUs: 0 })
  return { begun, convert: (bytes: Buffer) => splice.convert({ payload: bytes, atUs: 1000 }) }
}

it('leaves out cues that are too short or broken, and moves others', () => {
  const { convert } = splicedTo(tablesOf(0))
  const cue = [0xfc, 0x30, 17, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xf0, 0, 0, 0, 0, 0, 0, 0, 0]
  const [whole] = packets(0x66, Uint8Array.from(cue))
  if (whole === undefined) throw new Error('no packet')
  const numbered = (packet: Buffer, continuity: number) => {
    const copy = Buffer.from(packet)
    copy[3] = 0x10 | continuity
    return copy
  }
  const short = Buffer.alloc(188, 0xff)
  short.set([0x47, 0x40, 0x66, 0x10, 0, 0xfc, 0x30, 0])
  const broken = numbered(whole, 1)
  broken[16] = 1
  expect(convert(short)).toEqual([])
  expect(convert(broken)).toEqual([])
  expect(convert(numbered(whole, 2))).toHaveLength(1)
})

it('gives the program map a new version when it changes after a switch', () => {
  const versionIn = (bytes: Buffer | undefined) => {
    const view = createTsView()
    for (let at = 0; bytes !== undefined && at < bytes.length; at += 188)
      view.read(bytes.subarray(at, at + 188), 0)
    return ((view.program()?.section[5] ?? 0) >> 1) & 0x1f
  }
  const { begun, convert } = splicedTo(tablesOf(0))
  const mapOf = (isCue: boolean, continuity: number) => {
    const [, map] = tablesOf(5, isCue)
    if (map === undefined) throw new Error('no map')
    map[3] = 0x10 | continuity
    return convert(map)[0]?.payload
  }
  const first = versionIn(begun.payload)
  expect(versionIn(mapOf(false, 2))).toBe(first + 1)
  expect(versionIn(mapOf(false, 3))).toBe(first + 1)
  expect(versionIn(mapOf(true, 4))).toBe(first + 2)
})
