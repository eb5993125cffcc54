import type { NumberFormat } from '../number-format.ts'
import { durationText, fullNumber, shortNumber } from './short-number.ts'
import type { MetricId } from './values.ts'

const counts: readonly MetricId[] = [
  'views',
  'viewers',
  'sessions',
  'peak-viewers',
  'requests',
  'ad-sessions',
  'ad-viewers',
  'ad-breaks',
  'ads-offered',
  'ads-inserted',
  'ad-impressions',
  'empty-answers',
  'ad-skips',
  'ad-errors',
  'ad-first-quartiles',
  'ad-midpoints',
  'ad-third-quartiles',
  'ad-completes',
  'ad-requests',
  'ad-requests-answered',
  'ad-requests-empty',
  'ad-requests-failed',
  'ad-requests-timed-out',
]
const durations: readonly MetricId[] = [
  'watch-time',
  'average-watch-time',
  'average-session',
  'ad-available-time',
  'ad-filled-time',
]
const minutes: readonly MetricId[] = ['streamed-time', 'encoded-time', 'stored-time']

export const isCount = (metric: MetricId) => counts.includes(metric)
const isDuration = (metric: MetricId) => durations.includes(metric)
const isMoney = (metric: MetricId) => metric === 'ad-revenue' || metric === 'ad-ecpm'

/** A value of a metric with all digits and its unit. Screens, files and emails show the same.
 * @param tag Intl locale
 * @param currency of amounts */
export function figureText(
  format: NumberFormat,
  tag: string,
  metric: MetricId,
  value: number,
  currency: string,
): string {
  const unit = (name: string, amount: number, digits: number) =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(amount)
  switch (metric) {
    case 'ad-revenue':
    case 'ad-ecpm':
      return moneyText(format, value, currency)
    case 'watch-time':
    case 'ad-available-time':
    case 'ad-filled-time':
      if (value <= 60) return durationText(tag, value)
      return unit('minute', value / 60, value < 6000 ? 1 : 0)
    case 'streamed-time':
    case 'encoded-time':
    case 'stored-time':
      return unit('minute', value / 60, value < 60 ? 2 : value < 6000 ? 1 : 0)
    case 'delivered-bytes':
    case 'stored-bytes':
      return format.bytes(value)
    case 'average-watch-time':
    case 'average-session':
      return durationText(tag, value, fullNumber)
    case 'ad-request-time':
      return unit('millisecond', value, 0)
    case 'startup-time':
    case 'live-latency':
      return unit('second', value / 1000, 2)
    case 'rebuffer-percentage':
    case 'exits-before-start':
    case 'playback-failures':
    case 'startup-failures':
    case 'cached-requests':
    case 'ad-fill-rate':
    case 'ad-completion-rate':
    case 'failed-requests':
    case 'upscale':
    case 'downscale':
      return new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)
    case 'rebuffer-frequency':
    case 'views-per-viewer':
    case 'sessions-per-viewer':
      return new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value)
    case 'average-bitrate':
      return format.bitrate(value * 1000)
    default:
      return format.number(Math.round(value))
  }
}

/** A value for axes and large type. Counts are shortened from a thousand. */
export function shortFigureText(
  format: NumberFormat,
  tag: string,
  metric: MetricId,
  value: number,
  currency: string,
): string {
  if (isCount(metric)) return shortNumber(tag, value)
  // The currency filter beside the metrics names the currency.
  if (isMoney(metric)) return moneyText(format, value, currency, { currencyDisplay: 'narrowSymbol' })
  return isDuration(metric) ? durationText(tag, value) : figureText(format, tag, metric, value, currency)
}

/** Unit in which an axis with this highest value has round ticks, such as 60 for minutes. */
export function tickUnit(metric: MetricId, highest: number): number {
  return minutes.includes(metric) || (isDuration(metric) && highest > 60) ? 60 : 1
}

/** Formats a relative change as a percentage with sign: 0.084 is +8.4%. */
export function changeFormat(tag: string): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
}

/** Formats money. Small amounts show fractions of a cent. @param micros millionths of the currency */
function moneyText(
  format: NumberFormat,
  micros: number,
  currency: string,
  look: Pick<Intl.NumberFormatOptions, 'currencyDisplay'> = {},
): string {
  const amount = micros / 1_000_000
  const digits = amount !== 0 && Math.abs(amount) < 1 ? { maximumFractionDigits: 4 } : {}
  return format.money(amount, currency, { ...look, ...digits })
}
