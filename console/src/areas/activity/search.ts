import { logMethods, statusClasses } from '@kinora/contract/activity/logs'
import { auditActions, eventTypes } from '@kinora/contract/vocabularies'
import * as z from 'zod/mini'

const text = z.catch(z._default(z.string().check(z.maxLength(200)), ''), '')

function some<const T extends readonly [string, ...string[]]>(values: T) {
  return z.catch(z._default(z.array(z.enum(values)), []), [])
}

/** API docs: the search phrase and the open call. */
export const docsSearch = z.object({ phrase: text, call: text })

export const recordTabs = ['events', 'logs', 'audit'] as const
export type RecordTab = (typeof recordTabs)[number]
/** Time ranges of the filter. */
export const spans = ['1h', '24h', '7d', '30d'] as const
export type Span = (typeof spans)[number]

const moment = z.catch(z._default(z.union([z.literal(''), z.iso.datetime()]), ''), '')

/**
 * Events and logs: the tab, its filters and the open record. Without a tab, the first one that the role may open.
 * `where` is the open record's environment if it is not the screen's.
 */
export const recordsSearch = z.object({
  tab: z.catch(z.optional(z.enum(recordTabs)), undefined),
  q: text,
  type: some(eventTypes),
  method: some(logMethods),
  status: some(statusClasses),
  action: some(auditActions),
  span: z.catch(z._default(z.enum(spans), '30d'), '30d'),
  /** A range that was selected in the chart, instead of the span. Both or none. */
  from: moment,
  to: moment,
  everywhere: z.catch(z._default(z.boolean(), false), false),
  object: z.catch(z._default(z.union([z.literal(''), z.uuid()]), ''), ''),
  open: z.catch(z._default(z.union([z.literal(''), z.uuid()]), ''), ''),
  where: z.catch(z._default(z.union([z.literal(''), z.uuid()]), ''), ''),
})
export type RecordsSearch = z.infer<typeof recordsSearch>

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
export const deadLettersSearch = z.object({
  page: z.catch(z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1), 1),
  open: z.catch(z._default(z.union([z.literal(''), z.uuid()]), ''), ''),
})

export const webhooksSearch = z.object({
  page: z.catch(z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1), 1),
  new: z.catch(z._default(z.boolean(), false), false),
})

/** Whether only failed deliveries are listed, and the open delivery. */
export const webhookSearch = z.object({
  failed: z.catch(z._default(z.boolean(), false), false),
  delivery: z.catch(z._default(z.union([z.literal(''), z.uuid()]), ''), ''),
})
