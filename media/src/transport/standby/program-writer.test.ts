import { expect, it } from 'vitest'
import { mpegCrc32 } from '../../scte35/crc32.ts'
import { mapPids, moveCue, packets, writeProgram } from './program-writer.ts'
import { createTsView, type ViewedProgram } from './ts-view.ts'

/** A program with these streams. */
function programOf(
  number: number,
  pcrPid: number,
  streams: readonly (readonly [type: number, pid: number])[],
): ViewedProgram {
  const high = (pid: number) => 0xe0 | (pid >> 8)
  const entries = streams.flatMap(([type, pid]) => [type, high(pid), pid & 0xff, 0xf0, 0])
  const length = 9 + entries.length + 4
  const head = [2, 0xb0, length, 0, number, 0xc1, 0, 0, high(pcrPid), pcrPid & 0xff, 0xf0, 0]
  const crc = [0, 0, 0, 0]
  const map = Uint8Array.from([...head, ...entries, ...crc])
  const view = createTsView()
  const mapPid = 0x100 * number
  const place = [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, number, high(mapPid), mapPid & 0xff]
  const pat = Uint8Array.from([...place, ...crc])
  for (const packet of [...packets(0, pat), ...packets(mapPid, map)]) view.read(packet, 0)
  const program = view.program()
  if (program === null) throw new Error('no program')
  return program
}

const H264 = 27
const AAC = 15
const HEVC = 36

it('gives streams the PIDs of those with their codec, and free ones to others', () => {
  const to = programOf(1, 0x101, [
    [H264, 0x101],
    [AAC, 0x102],
    [AAC, 0x103],
  ])
  const from = programOf(2, 0x201, [
    [AAC, 0x202],
    [H264, 0x201],
    [AAC, 0x203],
    [HEVC, 0x102],
  ])
  expect(mapPids(from, to)).toEqual(
    new Map([
      [0x202, 0x102],
      [0x201, 0x101],
      [0x203, 0x103],
      [0x102, 0x104],
    ]),
  )
  expect(mapPids(to, to)).toEqual(new Map([0x101, 0x102, 0x103].map((pid) => [pid, pid])))
})

it('writes the tables of a program in the place of another one', () => {
  const to = programOf(1, 0x1ff, [[H264, 0x101]])
  const from = programOf(2, 0x2ff, [[H264, 0x201]])
  const view = createTsView()
  for (const packet of writeProgram(from, to, mapPids(from, to), 7)) view.read(packet, 0)
  expect(view.program()).toMatchObject({ number: 1, mapPid: 0x100, map: to.map })
  expect(((view.program()?.section[5] ?? 0) >> 1) & 0x1f).toBe(7)
})

it('moves the times of cues, over the wrap of the clock too', () => {
  const cue = Uint8Array.of(
    0xfc,
    0x30,
    17,
    0,
    1,
    0xff,
    0xff,
    0xff,
    0xff,
    0,
    0xff,
    0xf0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  )
  const moved = moveCue(cue, 90_001)
  expect([...moved.subarray(4, 9)]).toEqual([0, 0, 1, 0x5f, 0x90])
  const [packet] = packets(0x30, moved)
  expect(mpegCrc32(packet?.subarray(5, 5 + 20) ?? Buffer.alloc(0))).toBe(0)
})
