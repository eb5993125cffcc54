import type { WalletStatus } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type RefusedWork, usageRefusals } from '../../../platform/usage/tables.ts'
import type { Billing } from '../billing.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { billingWallets, type WalletRow } from '../tables.ts'
import { publishWalletEvent } from './money-events.ts'
import { spentIn } from './spending.ts'
import { type Standing, standingOf } from './wallet-status.ts'
import { readWallet } from './wallets.ts'

/** Records whether the wallet is low or empty, publishes that if it has changed, and records whether new work is refused. The
 * wallet has to be locked. */
export async function updateStanding(tx: Transaction, wallet: WalletRow, now: Date): Promise<void> {
  const { organizationId } = wallet
  const { balance } = await balanceOf(tx, organizationId)
  const standing = standingOf(wallet, balance, now)
  if (standing.status !== wallet.status || standing.emptySince?.getTime() !== wallet.emptySince?.getTime())
    await tx.update(billingWallets).set(standing).where(eq(billingWallets.organizationId, organizationId))
  if (standing.status !== wallet.status) {
    const { currency } = wallet
    await publishWalletEvent(
      tx,
      organizationId,
      `billing.wallet.${standing.status}`,
      { balance, currency },
      now,
    )
  }
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

/** Whether the wallet is low or empty, and whether its spend cap is reached. */
export async function getWalletStatus(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Promise<{ readonly status: WalletStatus; readonly isCapReached: boolean }> {
  const wallet = await readWallet(billing, organizationId)
  const { balance } = await balanceOf(billing.db, organizationId)
  const now = billing.clock.now()
  return {
    status: standingOf(wallet, balance, now).status,
    isCapReached: wallet.spendCap !== null && (await spentIn(billing.db, wallet, now)) >= wallet.spendCap,
  }
}
