import type { MetricId } from '@kinora/contract'
import type { Formatter } from '../../lib/format'

/** A value of a metric in full. */
export function figureText(format: Formatter, metric: MetricId, value: number): string {
  switch (metric) {
    case 'watch-time':
      return value >= HOUR_S ? format.inHours(value / HOUR_S) : format.duration(value)
    case 'average-watch-time':
      return format.duration(value)
    case 'startup-time':
      return format.inSeconds(value / 1000)
    case 'rebuffer-percentage':
    case 'exits-before-start':
    case 'playback-failures':
    case 'startup-failures':
      return format.hundredths(value / 100)
    case 'rebuffer-frequency':
      return format.decimal(value)
    case 'average-bitrate':
      return format.bitrate(value * 1000)
    default:
      return format.number(Math.round(value))
  }
}

const HOUR_S = 3600

/** A value on an axis. */
export function tickText(format: Formatter, metric: MetricId, value: number): string {
  const isCount = metric === 'views' || metric === 'viewers' || metric === 'sessions'
  return isCount ? format.shortNumber(value) : figureText(format, metric, value)
}

/** Whether more of it is better. */
export function isMoreBetter(metric: MetricId): boolean {
  return ![
    'startup-time',
    'rebuffer-percentage',
    'rebuffer-frequency',
    'exits-before-start',
    'playback-failures',
    'startup-failures',
  ].includes(metric)
}
