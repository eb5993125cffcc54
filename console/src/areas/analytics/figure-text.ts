import type { MetricId } from '@kinora/contract'
import {
  changeFormat,
  figureText,
  isCount,
  shortFigureText,
  tickUnit,
} from '@kinora/contract/analytics/figure-text'
import { useSearch } from '@tanstack/react-router'
import { useFormat } from '../../lib/format'
import { useLanguage } from '../../lib/i18n'
import { languages } from '../../lib/languages'
import { filtersOf } from './filters'

/** Formats values of metrics in the language of the console. */
export interface FigureText {
  /** A value with all digits and its unit. */
  full(metric: MetricId, value: number): string
  /** A value for axes and large type. Counts are shortened from a thousand. */
  short(metric: MetricId, value: number): string
  /** Unit in which an axis with this highest value has round ticks, such as 60 for minutes. */
  tickUnit(metric: MetricId, highest: number): number
  /** A relative change as a percentage with sign: 0.084 is +8.4%. */
  change(value: number): string
}

const badIfMore: readonly MetricId[] = [
  'startup-time',
  'rebuffer-percentage',
  'rebuffer-frequency',
  'exits-before-start',
  'playback-failures',
  'startup-failures',
  'live-latency',
  'upscale',
  'downscale',
  'failed-requests',
  'empty-answers',
  'ad-skips',
  'ad-errors',
  'ad-request-time',
  'ad-requests-empty',
  'ad-requests-failed',
  'ad-requests-timed-out',
]

export { isCount }

export const isMoreBetter = (metric: MetricId) => !badIfMore.includes(metric)

export function useFigureText(): FigureText {
  const format = useFormat()
  const { tag } = languages[useLanguage()]
  const { filters } = useSearch({ strict: false })
  // Amounts are in one currency, which is a filter.
  const currency = filtersOf(filters ?? '').currency?.find((code) => /^[A-Z]{3}$/.test(code)) ?? 'USD'
  const change = changeFormat(tag)
  return {
    full: (metric, value) => figureText(format, tag, metric, value, currency),
    short: (metric, value) => shortFigureText(format, tag, metric, value, currency),
    tickUnit,
    change: (value) => change.format(value),
  }
}
