import type { AuditAction, EventType } from '@kinora/contract'
import { logMethods, statusClasses } from '@kinora/contract/activity/values'
import * as read from '../../lib/browser/read'

const text = read.text('', ({ length }) => length <= 200)

/** API docs: the search phrase and the open call. */
export const docsSearch = read.fields({ phrase: text, call: text })

export const recordTabs = ['events', 'logs', 'audit'] as const
export type RecordTab = (typeof recordTabs)[number]
/** Time ranges of the filter. */
export const spans = ['1h', '24h', '7d', '30d'] as const
export type Span = (typeof spans)[number]

const moment = read.text(
  '',
  (value) => /^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(value) && !Number.isNaN(Date.parse(value)),
)

/** Checks only the form of a term, so that vocabularies are not part of the first load. The server refuses unknown terms. */
function isTerm<T extends string>(value: unknown): value is T {
  return typeof value === 'string' && /^[a-z_.]{1,100}$/.test(value)
}

/**
 * Events and logs: the tab, its filters and the open record. Without a tab, the first one that the role may open.
 * `where` is the open record's environment if it is not the screen's.
 */
export const recordsSearch = read.fields({
  tab: read.oneOf(recordTabs, undefined),
  q: text,
  type: read.list(isTerm<EventType>),
  method: read.someOf(logMethods),
  status: read.someOf(statusClasses),
  action: read.list(isTerm<AuditAction>),
  span: read.oneOf(spans, '30d'),
  /** A range that was selected in the chart, instead of the span. Both or none. */
  from: moment,
  to: moment,
  everywhere: read.flag(false),
  object: read.id(''),
  open: read.id(''),
  where: read.id(''),
})
export type RecordsSearch = read.FieldsRead<typeof recordsSearch>

export const noRecordFilters = {
  q: '',
  type: [],
  method: [],
  status: [],
  action: [],
  span: '30d',
  from: '',
  to: '',
  everywhere: false,
  object: '',
} satisfies Partial<RecordsSearch>

const spanMs: Readonly<Record<Span, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
}

export function hasRange({ from, to }: Pick<RecordsSearch, 'from' | 'to'>): boolean {
  return from !== '' && to !== ''
}

/** The selected range, or the start of the span; nothing if unlimited. A start is rounded to the minute, so that
 * repeated queries share a cache entry. */
export function rangeOf(
  search: Pick<RecordsSearch, 'span' | 'from' | 'to'>,
  now = Date.now(),
): { from?: string; to?: string } {
  const { span, from, to } = search
  if (hasRange(search)) return { from, to }
  if (span === '30d') return {}
  return { from: new Date(Math.floor((now - spanMs[span]) / 60_000) * 60_000).toISOString() }
}

/** The page and the open failed event. */
export const deadLettersSearch = read.fields({
  page: read.page(1000),
  open: read.id(''),
})

export const webhooksSearch = read.fields({
  page: read.page(1000),
  new: read.flag(false),
})

/** Whether only failed deliveries are listed, and the open delivery. */
export const webhookSearch = read.fields({
  failed: read.flag(false),
  delivery: read.id(''),
})
