import { eq, type SQL } from 'drizzle-orm'
import type { Scope } from '../../platform/auth.ts'
import { campaigns } from './campaigns/tables.ts'

/** The advertiser that the caller's role is limited to. Null for the publisher. */
export function advertiserOf({ filter }: Pick<Scope, 'filter'>): string | null {
  return filter?.advertiser?.id ?? null
}

/** Whether the caller may see a campaign of the environment. The only place that decides this; undefined if they may see
 * all. */
export function isOwnCampaign(scope: Pick<Scope, 'filter'>): SQL | undefined {
  const advertiserId = advertiserOf(scope)
  return advertiserId === null ? undefined : eq(campaigns.advertiserId, advertiserId)
}
