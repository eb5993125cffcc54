import type { MonitorPoint } from '@kinora/contract'
import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'
import { roundTop } from '../../../lib/time/time-series'

export const figureIds = [
  'bitrateKbps',
  'frameRate',
  'keyframeIntervalS',
  'partDelayMs',
  'droppedFrames',
  'audioLevelDbfs',
  'audioOffsetMs',
  'encoderSpeed',
  'viewers',
] as const
export type FigureId = (typeof figureIds)[number]

/** Color of each figure. */
export const figureColors: Readonly<Record<FigureId, string>> = {
  bitrateKbps: 'var(--c1)',
  frameRate: 'var(--c3)',
  keyframeIntervalS: 'var(--c5)',
  partDelayMs: 'var(--c2)',
  droppedFrames: 'var(--c4)',
  audioLevelDbfs: 'var(--c7)',
  audioOffsetMs: 'var(--c8)',
  encoderSpeed: 'var(--c9)',
  viewers: 'var(--c6)',
}

/** Smallest maximum of the axis, so that small changes do not look large. */
const leastTops: Readonly<Record<FigureId, number>> = {
  bitrateKbps: 100,
  frameRate: 30,
  keyframeIntervalS: 4,
  partDelayMs: 500,
  droppedFrames: 4,
  audioLevelDbfs: 0,
  audioOffsetMs: 250,
  encoderSpeed: 2,
  viewers: 4,
}

/** Minimum of the axis for the audio level. */
const quietDbfs = -80

/** Text of a figure with its unit. */
export function figureText(t: Translate, format: Formatter, id: FigureId, value: number): string {
  if (id === 'bitrateKbps') return format.bitrate(value * 1000)
  if (id === 'frameRate') return t('live:monitoring.perSecond', { rate: format.number(value) })
  if (id === 'keyframeIntervalS') return secondsText(t, format, value)
  if (id === 'partDelayMs') return t('live:monitoring.milliseconds', { value: format.number(value) })
  if (id === 'audioLevelDbfs') return t('live:monitoring.decibels', { value: format.number(value) })
  if (id === 'audioOffsetMs') return t('live:monitoring.milliseconds', { value: format.number(value) })
  if (id === 'encoderSpeed') return t('live:monitoring.times', { value: format.number(value) })
  return format.number(value)
}

/** Text of seconds, rounded to tenths. */
export function secondsText(t: Translate, format: Formatter, seconds: number): string {
  return t('live:monitoring.seconds', { value: format.number(Math.round(seconds * 10) / 10) })
}

/** Maximum of the axis: a round number above all values. */
export function topOf(points: readonly MonitorPoint[], id: FigureId): number {
  if (id === 'audioLevelDbfs') return 0
  const most = points.reduce((top, point) => Math.max(top, Math.abs(point[id] ?? 0)), leastTops[id])
  return roundTop(most)
}

/** Minimum of the axis. */
export function bottomOf(id: FigureId, top: number): number {
  if (id === 'audioLevelDbfs') return quietDbfs
  return id === 'audioOffsetMs' ? -top : 0
}

/** Label at a share of the axis, without a unit. Axes from 1,000 kb/s on are labeled in Mb/s. */
export function tickOf(id: FigureId, top: number, share: number): number {
  const bottom = bottomOf(id, top)
  return (bottom + (top - bottom) * share) / (id === 'bitrateKbps' && top >= 1000 ? 1000 : 1)
}

/** Position of a value on the axis, from 0 at the bottom to 1 at the top. */
export function heightOf(id: FigureId, top: number, value: number): number {
  const bottom = bottomOf(id, top)
  return Math.min(1, Math.max(0, (value - bottom) / (top - bottom)))
}
