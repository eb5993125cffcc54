import { describe, expect, it } from 'vitest'
import { LIVE_TICKS } from '../source.ts'
import { createCuts } from './cuts.ts'

const settings = { firstMsn: 0, continues: false, segmentS: 2, longestSegmentS: 2.4 }

/** Cuts 120 s of video.
 * @param fps frames per second
 * @param isKey whether a frame is a keyframe
 * @param jitterS largest difference of a frame's time from the even one */
function cut(fps: number, isKey: (frame: number) => boolean, jitterS = 0) {
  const cuts = createCuts(settings)
  const starts: { atS: number; isKey: boolean }[] = []
  for (let frame = 0; frame < 120 * fps; frame++) {
    const jitter = jitterS * Math.sin(frame * 7.31)
    const dts = Math.round((frame / fps + jitter) * LIVE_TICKS)
    const before = cuts.at(dts)?.msn
    cuts.cutAt({ kind: 'video', dts, cts: 0, isKey: isKey(frame), data: new Uint8Array() }, false)
    if (cuts.at(dts)?.msn !== before) starts.push({ atS: dts / LIVE_TICKS, isKey: isKey(frame) })
  }
  const lengths = starts.slice(1).map(({ atS }, n) => atS - (starts[n]?.atS ?? 0))
  return { starts, lengths }
}

const every = (frames: number) => (frame: number) => frame % frames === 0
/** A keyframe after 60 frames at most, and at scene changes. */
function sceneChanges(changes: readonly number[]) {
  const keys = new Set([0])
  let last = 0
  for (let frame = 1; frame < 3600; frame++)
    if (frame - last === 60 || changes.some((change) => frame % 500 === change)) {
      keys.add(frame)
      last = frame
    }
  return (frame: number) => keys.has(frame)
}

describe('segments', () => {
  it.each([
    ['of 0.5 s', 30, every(15), 0],
    ['of 0.83 s', 30, every(25), 0],
    ['of 1 s', 25, every(25), 0],
    ['of 1.2 s', 30, every(36), 0],
    ['of 1.5 s', 30, every(45), 0],
    ['of 1.67 s, like IP cameras', 30, every(50), 0],
    ['of 1.98 s', 30.3, every(60), 0],
    ['of 2 s with jitter, like phones', 30, every(60), 0.015],
    ['of 2 s after a shorter first one', 30, (frame: number) => frame === 0 || frame % 60 === 59, 0],
    ['of 2.3 s', 30, every(69), 0],
    ['at scene changes', 30, sceneChanges([47, 190, 222, 410]), 0],
    ['at scene changes close together', 30, sceneChanges([20, 26, 31, 33, 90, 140, 150, 300]), 0],
    ['at scene changes after a calm time', 30, sceneChanges([480, 497]), 0],
    ['that get longer', 30, (frame: number) => (frame < 900 ? frame % 15 === 0 : frame % 60 === 0), 0],
  ])('begin with keyframes %s, and are no longer than the target', (_name, fps, isKey, jitterS) => {
    const { starts, lengths } = cut(fps, isKey, jitterS)
    expect(starts.filter((start) => !start.isKey)).toEqual([])
    expect(Math.max(...lengths)).toBeLessThan(2.45)
  })

  it('are as long as the target if keyframes allow it', () => {
    const { lengths } = cut(30, every(15))
    expect(new Set(lengths.slice(1))).toEqual(new Set([2]))
  })

  it('end without a keyframe only if none comes', () => {
    const { starts, lengths } = cut(30, every(300))
    expect(Math.max(...lengths)).toBeLessThan(2.45)
    expect(starts.filter((start) => start.isKey)).toHaveLength(12)
  })
})
