import type { adsCalls, QueryOf } from '@kinora/contract'
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { adViewers } from '../facts/tables.ts'

type Asked = Omit<QueryOf<(typeof adsCalls)['listAdSessions']>, 'cursor' | 'pageSize'>

/** Condition of a search for sessions. */
export function isAsked({
  sessionId,
  country,
  deviceType,
  reason,
  adId,
  withoutAds,
  from,
  to,
}: Asked): SQL | undefined {
  const hasDecision = (condition: SQL) =>
    sql`EXISTS (SELECT FROM ${adDecisions} WHERE ${adDecisions.sessionId} = ${adSessions.id} AND ${condition})`
  const offers = (ad: Readonly<Record<string, string>>) =>
    sql`${adDecisions.offered} @> ${JSON.stringify([ad])}::jsonb`
  return and(
    sessionId === undefined ? undefined : sql`${adSessions.id}::text LIKE ${`${sessionId}%`}`,
    country === undefined ? undefined : eq(adViewers.country, country),
    deviceType === undefined ? undefined : eq(adViewers.deviceType, deviceType),
    reason === undefined
      ? undefined
      : hasDecision(sql`(${adDecisions.reason} = ${reason} OR ${offers({ skipped: reason })})`),
    adId === undefined ? undefined : hasDecision(offers({ adId })),
    withoutAds ? sql`NOT ${hasDecision(sql`${adDecisions.filledS} > 0`)}` : undefined,
    from === undefined ? undefined : gte(adSessions.startedAt, new Date(from)),
    to === undefined ? undefined : lt(adSessions.startedAt, new Date(to)),
  )
}
