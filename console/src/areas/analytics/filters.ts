import type { Dimension, MetricId } from '@kinora/contract'
import { dimensions } from '@kinora/contract/analytics/values'

/** Filter values by dimension. A view matches if it has one of the values of each dimension. */
export type Filters = Partial<Readonly<Record<Dimension, readonly string[]>>>

/** Filters as text for the URL: `country=IN,AE;partner=Tara`. */
export function filtersText(filters: Filters): string {
  return Object.entries(filters)
    .filter(([, values]) => values.length > 0)
    .map(([dimension, values]) => `${dimension}=${values.map(encodeURIComponent).join(',')}`)
    .join(';')
}

/** Parses filters from the URL. Invalid parts are ignored. */
export function filtersOf(text: string): Filters {
  const entries = text.split(';').flatMap((part) => {
    const [name, list = ''] = part.split('=')
    const dimension = dimensions.find((one) => one === name)
    const values = list.split(',').map(decoded).filter(Boolean)
    return dimension === undefined || values.length === 0 ? [] : [[dimension, values]]
  })
  return Object.fromEntries(entries)
}

/** Dimensions of ad sessions. Breaks and ads have more, below. */
const viewerDimensions = [
  'contentId',
  'category',
  'adChannel',
  'country',
  'state',
  'city',
  'isp',
  'deviceType',
  'deviceName',
  'os',
  'browser',
  'programme',
  'partner',
] as const
const breakDimensions = [...viewerDimensions, 'breakKind'] as const
const skipDimensions = [...breakDimensions, 'campaign', 'adSystem', 'adReason'] as const
const adDimensions = [...breakDimensions, 'campaign', 'adSystem', 'advertiser', 'currency'] as const

const requestDimensions = [...breakDimensions, 'adServer', 'adOutcome', 'statusCode'] as const

/** Dimensions of metrics that do not have all of them. */
const knownBy: Partial<Readonly<Record<MetricId, readonly Dimension[]>>> = {
  'peak-viewers': ['contentId', 'category'],
  'encoded-time': ['contentId', 'category'],
  'stored-time': [],
  'stored-bytes': [],
  'ad-sessions': viewerDimensions,
  'ad-breaks': breakDimensions,
  'ad-available-time': breakDimensions,
  'ad-fill-rate': breakDimensions,
  'empty-answers': [...breakDimensions, 'adReason'],
  'ad-skips': skipDimensions,
  'ad-errors': skipDimensions,
  'ads-offered': skipDimensions,
  'ad-viewers': adDimensions,
  'ads-inserted': adDimensions,
  'ad-impressions': adDimensions,
  'ad-filled-time': adDimensions,
  'ad-first-quartiles': adDimensions,
  'ad-midpoints': adDimensions,
  'ad-third-quartiles': adDimensions,
  'ad-completes': adDimensions,
  'ad-completion-rate': adDimensions,
  'ad-revenue': adDimensions,
  'ad-ecpm': adDimensions,
  'ad-requests': requestDimensions,
  'ad-requests-answered': requestDimensions,
  'ad-requests-empty': requestDimensions,
  'ad-requests-failed': requestDimensions,
  'ad-requests-timed-out': requestDimensions,
  'ad-request-time': requestDimensions,
}

export function isKnownBy(metric: MetricId, dimension: Dimension): boolean {
  return knownBy[metric]?.includes(dimension) ?? true
}

/** Whether the metric is available with these filters. */
export function isKnownWith(metric: MetricId, filters: Filters): boolean {
  return dimensions.every((dimension) => filters[dimension] === undefined || isKnownBy(metric, dimension))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
