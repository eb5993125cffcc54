import type { Ads } from '../ads.ts'
import type { InsertedAd } from '../sessions/decision.ts'
import { fillKnownMacros } from '../vast/macros.ts'
import { insertBeacons } from './beacons.ts'

/** Why a player did not run a script (VAST 4.3, 3.17.4). */
interface NotExecuted {
  /** Of the ad, from 0. */
  readonly verification: number
  readonly reason: number
}

/** Has it reported once that a player did not run a script that measures an ad. */
export async function recordNotExecuted(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs'>,
  session: { readonly id: string; readonly environmentId: string },
  place: { readonly position: number; readonly ad: number },
  { verifications = [] }: Pick<InsertedAd, 'verifications'>,
  { verification, reason }: NotExecuted,
): Promise<void> {
  const at = ads.clock.now()
  const before = verifications.slice(0, verification)
  const first = before.reduce((sum, { notExecutedUrls }) => sum + notExecutedUrls.length, 0)
  const rows = (verifications[verification]?.notExecutedUrls ?? []).map((url, n) => ({
    ...{ ...place, event: 'verificationNotExecuted' as const, number: first + n, nextAttemptAt: at },
    url: fillKnownMacros(url, { now: at, REASON: reason }),
  }))
  if (rows.length > 0) await ads.db.transaction((tx) => insertBeacons(ads, tx, session, rows, at))
}
