import { describe, expect, it } from 'vitest'
import type { TimedPayload } from '../standby/replay.ts'
import { FRAME_MS, streamOf } from '../test-stream.ts'
import { createTsAnalyser } from '../ts-analyser.ts'
import { createTsSegmenter, type TsSegment } from './ts-segmenter.ts'

/** The segments of streams, one after another. */
function segmentsOf(...streams: TimedPayload[][]): TsSegment[] {
  const segments: TsSegment[] = []
  const segmenter = createTsSegmenter((segment) => segments.push(segment))
  let startUs = 0
  for (const stream of streams) {
    for (const { payload, atUs } of stream) segmenter.push(payload, startUs + atUs)
    startUs += (stream.at(-1)?.atUs ?? 0) + FRAME_MS * 1000
  }
  return segments
}

const shapeOf = ({ durationS, isNew }: TsSegment) => [Number(durationS.toFixed(2)), isNew]

describe('a segmenter of transport streams', () => {
  it('cuts at the first keyframe after four seconds', () => {
    expect(segmentsOf(streamOf(0, 25 * 13)).map(shapeOf)).toEqual([
      [4, true],
      [4, false],
      [4, false],
    ])
  })

  it('begins each segment with the tables and a keyframe, and goes on with their counters', () => {
    const segments = segmentsOf(streamOf(900_000, 25 * 9))
    const pids = segments.map(({ data }) => [0, 188, 376].map((at) => data.readUInt16BE(at + 1) & 0x1fff))
    const [first] = pids
    expect(first?.[0]).toBe(0)
    expect(pids).toEqual([first, first])
    const analyser = createTsAnalyser()
    for (const { data } of segments) analyser.push(data, 0)
    expect(analyser.faults().filter(({ id }) => id === 'continuity')).toEqual([])
  })

  it('says where times do not go on', () => {
    const [first, second] = [streamOf(0, 25 * 9), streamOf(90_000_000, 25 * 9)]
    expect(segmentsOf(first, second).map(shapeOf)).toEqual([
      [4, true],
      [4, false],
      [1, false],
      [4, true],
      [4, false],
    ])
  })

  it('goes over the wrap of times', () => {
    expect(segmentsOf(streamOf(2 ** 33 - 90_000, 25 * 9)).map(shapeOf)).toEqual([
      [4, true],
      [4, false],
    ])
  })

  it('ends without a keyframe after ten seconds', () => {
    const withoutKeys = streamOf(0, 25 * 24).filter(({ atUs }) => atUs < 40_000 || atUs % 1_000_000 !== 0)
    expect(segmentsOf(withoutKeys).map(({ durationS }) => Math.round(durationS))).toEqual([10, 10])
  })
})
