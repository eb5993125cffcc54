import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import { adChannels } from '../channels/tables.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adViewers } from '../facts/tables.ts'

/** Meters the impression of an ad, in the transaction that counts it. */
export async function meterImpression(
  { usage }: Pick<Ads, 'usage'>,
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  { position, ad }: { readonly position: number; readonly ad: number },
  occurredAt: Date,
): Promise<void> {
  if (!usage.isOn) return
  const objectId = sql<string>`coalesce(${adChannels.contentId}, ${adChannels.livestreamId})`
  const [shown] = await tx
    .select({ objectId })
    .from(adViewers)
    .innerJoin(
      adChannels,
      and(eq(adChannels.id, adViewers.channelId), eq(adChannels.environmentId, adViewers.environmentId)),
    )
    .where(and(eq(adViewers.sessionId, sessionId), eq(adViewers.environmentId, environmentId)))
  // A channel that was deleted meanwhile has no video any more.
  const common = { environmentId, objectId: shown?.objectId ?? sessionId, occurredAt }
  await usage.record(tx, [{ ...common, key: `ad:${sessionId}:${position}:${ad}`, meter: 'ads', quantity: 1 }])
}
