import { openReserves } from '../../areas/billing/accounts/reserves.ts'
import { lockWallet } from '../../areas/billing/accounts/wallets.ts'
import { chargeOrganization } from '../../areas/billing/charging/charge.ts'
import { releaseExpired } from '../../areas/billing/ledger/holds.ts'
import { balanceOf, post } from '../../areas/billing/ledger/ledger.ts'
import type { Usage } from '../../platform/usage/usage.ts'
import type { Books } from './books.ts'

/** A prepaid wallet from which work reserves money. */
export interface PrepaidWallet {
  /** The reserved money, after everything new is charged. */
  held(): Promise<number>
  balance(): Promise<number>
}

/** Lets the work of an organization reserve money from a prepaid wallet with this balance. */
export async function reserveFrom(
  books: Books,
  usage: Usage,
  { organizationId, environmentId }: { readonly organizationId: string; readonly environmentId: string },
  micros: bigint,
): Promise<PrepaidWallet> {
  const { db, clock } = books
  const names = { environmentId, environmentName: 'Production', organizationId, organizationName: 'Deccan' }
  const authenticator = { findEnvironments: async () => new Map([[environmentId, names]]) }
  usage.reserveWith(openReserves({ db, clock, authenticator }))
  await db.transaction(async (tx) => {
    await lockWallet(tx, books, organizationId)
    await post(tx, {
      key: `test:${organizationId}`,
      organizationId,
      kind: 'credit',
      currency: 'USD',
      lines: { credit: -micros, wallet: micros },
      note: 'A test',
      at: clock.now(),
    })
  })
  await books.sql('UPDATE billing_wallets SET is_prepaid = true WHERE organization_id = $1', [organizationId])
  const charged = async () => {
    await releaseExpired(db, clock.now())
    await chargeOrganization(books, organizationId)
    return balanceOf(db, organizationId)
  }
  return {
    held: async () => Number((await charged()).held),
    balance: async () => Number((await charged()).balance),
  }
}
