/** Time ranges with a name. */
export const presets = [
  'last-15-minutes',
  'last-30-minutes',
  'last-hour',
  'last-4-hours',
  'last-8-hours',
  'last-12-hours',
  'last-24-hours',
  'last-7-days',
  'last-30-days',
] as const
export type Preset = (typeof presets)[number]
export const usualPreset: Preset = 'last-7-days'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const lengths: Readonly<Record<Preset, number>> = {
  'last-15-minutes': 15 * MINUTE_S,
  'last-30-minutes': 30 * MINUTE_S,
  'last-hour': HOUR_S,
  'last-4-hours': 4 * HOUR_S,
  'last-8-hours': 8 * HOUR_S,
  'last-12-hours': 12 * HOUR_S,
  'last-24-hours': DAY_S,
  'last-7-days': 7 * DAY_S,
  'last-30-days': 30 * DAY_S,
}

interface Range {
  readonly from: string
  readonly to: string
  readonly interval: 'minute' | 'hour' | 'day'
}

/** The range and its steps now. Ranges of up to four hours have a step for each minute. */
export function rangeOf(preset: Preset, nowMs: number): Range {
  const seconds = lengths[preset]
  return {
    from: new Date(nowMs - seconds * 1000).toISOString(),
    to: new Date(nowMs).toISOString(),
    interval: seconds <= 4 * HOUR_S ? 'minute' : seconds <= DAY_S ? 'hour' : 'day',
  }
}
