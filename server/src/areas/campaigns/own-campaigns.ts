import { eq, type SQL } from 'drizzle-orm'
import type { Scope } from '../../platform/auth.ts'
import { campaigns } from './campaigns/tables.ts'

/** ID of the advertiser that the caller's role is limited to. Null for the publisher. */
export function advertiserOf({ filter }: Pick<Scope, 'filter'>): string | null {
  return filter?.advertiser?.id ?? null
}

/** Condition for the campaigns of the environment that the caller may see. Undefined for all. Nothing else decides this. */
export function isOwnCampaign(scope: Pick<Scope, 'filter'>): SQL | undefined {
  const advertiserId = advertiserOf(scope)
  return advertiserId === null ? undefined : eq(campaigns.advertiserId, advertiserId)
}
