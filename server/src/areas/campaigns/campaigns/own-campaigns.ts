import { eq, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import { advertiserOf } from '../advertisers/own-advertiser.ts'
import { campaigns } from './tables.ts'

/** Condition for the campaigns of the environment that the caller may see. Undefined for all. Nothing else decides this. */
export function isOwnCampaign(scope: Pick<Scope, 'filter'>): SQL | undefined {
  const advertiserId = advertiserOf(scope)
  return advertiserId === null ? undefined : eq(campaigns.advertiserId, advertiserId)
}
