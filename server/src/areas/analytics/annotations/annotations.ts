import {
  type AnnotationKind,
  type AnnotationReason,
  type AnswerOf,
  type analyticsCalls,
  annotationLimits,
  type QueryOf,
} from '@kinora/contract'
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import { showsContent } from '../../library/index.ts'
import type { Analytics } from '../analytics.ts'
import { withNames } from '../metrics/scope.ts'
import { timeRangeOf } from '../metrics/time-range.ts'
import { chartAnnotations } from './tables.ts'

const kindOf: Readonly<Record<AnnotationReason, AnnotationKind>> = {
  published: 'published',
  'went-live': 'live',
  'went-off-air': 'live',
  'signal-lost': 'incident',
  'backup-took-over': 'incident',
  'video-failed': 'incident',
  'rendition-failed': 'incident',
}

/** The newest annotations of a range. @throws problem range-too-long */
export async function listAnnotations(
  analytics: Pick<Analytics, 'db' | 'warehouse' | 'log'>,
  caller: Scope,
  { contentId, category, ...asked }: QueryOf<(typeof analyticsCalls)['listAnnotations']>,
): Promise<AnswerOf<(typeof analyticsCalls)['listAnnotations']>> {
  const { from, to } = timeRangeOf({ ...asked, interval: 'day', timezone: 'UTC' })
  const { environmentId, objectId, at, reason } = chartAnnotations
  const rows = await analytics.db
    .select()
    .from(chartAnnotations)
    .where(
      and(
        eq(environmentId, caller.environmentId),
        gte(at, from),
        lt(at, to),
        isVisible(caller),
        contentId && inArray(objectId, contentId.filter(isUuid)),
        category && inArray(sql`${chartAnnotations.category}`, category),
      ),
    )
    .orderBy(desc(at), asc(objectId), asc(reason))
    .limit(annotationLimits.listed + 1)
  const shown = rows.slice(0, annotationLimits.listed).map((row) => ({ ...row, key: row.objectId }))
  const named = await withNames(analytics, [caller], 'contentId', shown)
  return {
    items: named.map((row) => ({
      kind: kindOf[row.reason],
      reason: row.reason,
      at: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
      category: row.category,
      contentId: row.objectId,
      name: row.name ?? null,
    })),
    more: rows.length > annotationLimits.listed,
  }
}

/** Filters of roles limit videos but not live streams, as for metrics. */
function isVisible(caller: Scope): SQL | undefined {
  const isShown = showsContent(caller, chartAnnotations.objectId)
  return isShown && or(eq(chartAnnotations.category, 'live'), isShown)
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
