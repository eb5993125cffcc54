import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type RefusedWork, usageRefusals } from '../../../platform/usage/tables.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { billingWallets, type WalletRow } from '../tables.ts'
import { spentIn } from './spending.ts'
import { type Standing, standingOf } from './wallet-status.ts'

/** Records whether the wallet is low or empty, and whether new work is refused. The wallet has to be locked. */
export async function updateStanding(tx: Transaction, wallet: WalletRow, now: Date): Promise<void> {
  const { organizationId } = wallet
  const { balance } = await balanceOf(tx, organizationId)
  const standing = standingOf(wallet, balance, now)
  if (standing.status !== wallet.status || standing.emptySince?.getTime() !== wallet.emptySince?.getTime())
    await tx.update(billingWallets).set(standing).where(eq(billingWallets.organizationId, organizationId))
  const problem = await refusalOf(tx, wallet, standing, now)
  if (problem === null) await tx.delete(usageRefusals).where(eq(usageRefusals.organizationId, organizationId))
  else
    await tx
      .insert(usageRefusals)
      .values({ organizationId, problem })
      .onConflictDoUpdate({ target: usageRefusals.organizationId, set: { problem } })
}

async function refusalOf(
  tx: Transaction,
  wallet: WalletRow,
  { status }: Standing,
  now: Date,
): Promise<RefusedWork | null> {
  if (status === 'refused') return 'wallet-empty'
  const { spendCap } = wallet
  return spendCap !== null && (await spentIn(tx, wallet, now)) >= spendCap ? 'spend-cap-reached' : null
}
