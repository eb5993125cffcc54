import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Ads } from '../ads.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adViewers } from '../facts/tables.ts'

/** Meters the impression of an ad for the video or live stream that it was shown in, in the transaction that counts it. */
export async function meterImpression(
  { usage }: Pick<Ads, 'usage'>,
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  { position, ad }: { readonly position: number; readonly ad: number },
  occurredAt: Date,
): Promise<void> {
  if (!usage.isOn) return
  const [shown] = await tx
    .select({ objectId: adViewers.objectId })
    .from(adViewers)
    .where(and(eq(adViewers.sessionId, sessionId), eq(adViewers.environmentId, environmentId)))
  const common = { environmentId, objectId: shown?.objectId ?? sessionId, occurredAt }
  await usage.record(tx, [{ ...common, key: `ad:${sessionId}:${position}:${ad}`, meter: 'ads', quantity: 1 }])
}
