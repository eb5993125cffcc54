import type { MonitorPoint } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { heightOf, tickOf, topOf } from './figures'

const startMs = Date.parse('2026-11-20T20:00:00Z')

function pointAt(seconds: number, changes: Partial<MonitorPoint> = {}): MonitorPoint {
  return {
    at: new Date(startMs + seconds * 1000).toISOString(),
    bitrateKbps: 4000,
    frameRate: 25,
    keyframeIntervalS: 2,
    droppedFrames: 0,
    partDelayMs: 40,
    rungsShed: 0,
    viewers: 0,
    audioLevelDbfs: -20,
    audioOffsetMs: 0,
    encoderSpeed: 1,
    ...changes,
  }
}

describe('the figures of a live stream', () => {
  it('have a round maximum above all values', () => {
    expect(topOf([pointAt(0, { bitrateKbps: 4130 })], 'bitrateKbps')).toBe(5000)
    expect(topOf([pointAt(0, { frameRate: 59.94 })], 'frameRate')).toBe(60)
    expect(topOf([], 'droppedFrames')).toBe(4)
    expect([tickOf('bitrateKbps', 5000, 0.5), tickOf('frameRate', 60, 0.5)]).toEqual([2.5, 30])
  })

  it('have a minimum below 0 if they can be negative', () => {
    const offset = topOf([pointAt(0, { audioOffsetMs: -380 })], 'audioOffsetMs')
    expect([offset, tickOf('audioOffsetMs', offset, 0)]).toEqual([400, -400])
    expect(heightOf('audioOffsetMs', offset, 0)).toBe(0.5)
    expect([-90, -40, 0].map((level) => heightOf('audioLevelDbfs', 0, level))).toEqual([0, 0.5, 1])
  })
})
