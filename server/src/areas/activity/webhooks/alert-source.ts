import { and, inArray, or, sql } from 'drizzle-orm'
import type { AlertSource } from '../../../platform/alerts/alert-sources.ts'
import { shownAddress } from '../../../platform/net/stored-address.ts'
import type { Activity } from '../activity.ts'
import { webhooks } from '../tables.ts'

const STEP_S = 15

/** For how long webhooks have failed, also those that were disabled because they failed. */
export function webhookAlertSource({ db }: Pick<Activity, 'db'>): AlertSource {
  return {
    name: 'webhooks',
    stepS: STEP_S,
    hasHistory: false,
    metrics: { 'webhooks.failing': { absent: 'gone' } },
    readyUntil: async (now) => now,
    async sample({ environmentIds, filters: { objectIds }, to }) {
      const isWatched = or(
        sql`${webhooks.status} = 'active'`,
        inArray(webhooks.disabledBecause, ['failing', 'gone']),
      )
      const rows = await db
        .select()
        .from(webhooks)
        .where(
          and(
            inArray(webhooks.environmentId, [...environmentIds]),
            sql`${webhooks.status} <> 'deleted'`,
            isWatched,
            objectIds.length === 0 ? undefined : inArray(webhooks.id, [...objectIds]),
          ),
        )
      return rows.map(({ id, environmentId, status, failingSince, activeSince }) => {
        const since = failingSince ?? (status === 'disabled' ? activeSince : null)
        const failingS = since === null ? 0 : Math.max(0, (to.getTime() - since.getTime()) / 1000)
        return {
          environmentId,
          key: id,
          atMs: to.getTime(),
          values: { 'webhooks.failing': Math.round(failingS) },
        }
      })
    },
    async names(environmentId, ids) {
      const rows = await db
        .select({ id: webhooks.id, url: webhooks.url })
        .from(webhooks)
        .where(and(inArray(webhooks.id, [...ids]), sql`${webhooks.environmentId} = ${environmentId}::uuid`))
      // The rest of an address can contain secrets.
      return new Map(rows.map(({ id, url }) => [id, new URL(shownAddress(url)).host]))
    },
  }
}
