import { and, eq, or } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { vconnectLinks } from './tables.ts'

/** Deletes what nodes reported on an input with its connects, or on a connect, when it is paused or resumed: what was before
 * the pause is no fault after it. */
export async function clearLinks(
  tx: Transaction,
  { id, environmentId }: { readonly id: string; readonly environmentId: string },
): Promise<void> {
  const isOfInput = and(eq(vconnectLinks.inputId, id), eq(vconnectLinks.environmentId, environmentId))
  await tx.delete(vconnectLinks).where(or(rowOf(vconnectLinks, { id, environmentId }), isOfInput))
}
