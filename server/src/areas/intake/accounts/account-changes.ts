import type { AccountReason } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import type { Intake } from '../intake.ts'
import { type CloudAccountRow, cloudAccounts, watchFolders } from '../tables.ts'

type Verb = 'created' | 'updated' | 'deleted' | 'imported' | 'exported' | 'failing' | 'recovered'

/** Records a change of an account, without its secrets. What Kinora finds out itself is an event only. */
export const recordAccount = changeRecorder(
  ({ id, environmentId, name, kind, reason }: CloudAccountRow, verb: Verb) => {
    const object = { type: 'cloud_account', id, name } as const
    if (verb !== 'failing' && verb !== 'recovered')
      return { environmentId, object, action: `cloud_account.${verb}` as const }
    const data = { cloudAccountId: id, name, kind, reason }
    return { environmentId, object, event: { type: `video.cloud_account.${verb}` as const, data } }
  },
)

/** Stores whether an account works. An event says when it fails, and when it works again: then its folders are listed at once.
 * @param reason null if it works */
export async function reportAccount(
  { db, clock }: Pick<Intake, 'db' | 'clock'>,
  account: CloudAccountRow,
  reason: AccountReason | null,
): Promise<void> {
  const checkedAt = clock.now()
  await db.transaction(async (tx) => {
    // Not what was tried before a person changed the account.
    const isSame = and(rowOf(cloudAccounts, account), eq(cloudAccounts.updatedAt, account.updatedAt))
    const [before] = await tx.select().from(cloudAccounts).where(isSame).for('update')
    // A success that began before a failure proves nothing.
    const isOutdated = reason === null && account.state === 'ok' && before?.state === 'failing'
    if (before === undefined || isOutdated) return
    const state = reason === null ? 'ok' : 'failing'
    const after = { ...before, state, reason, checkedAt } as const
    await tx.update(cloudAccounts).set({ state, reason, checkedAt }).where(rowOf(cloudAccounts, before))
    if (before.state === state) return
    await recordAccount(tx, null, after, state === 'ok' ? 'recovered' : 'failing', {}, checkedAt)
    if (state === 'ok') {
      const ofAccount = and(
        eq(watchFolders.environmentId, account.environmentId),
        eq(watchFolders.accountId, account.id),
        eq(watchFolders.reason, 'account'),
      )
      await tx.update(watchFolders).set({ scanAt: checkedAt }).where(ofAccount)
    }
  })
}
