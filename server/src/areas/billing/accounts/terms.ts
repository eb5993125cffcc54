import type { BillingAccount, BodyOf, billingCalls } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { balanceOf, post } from '../ledger/ledger.ts'
import { billingWallets, type WalletRow } from '../tables.ts'
import { accountView } from './account-view.ts'
import { updateStanding } from './standing.ts'
import { lockWallet, readWallet } from './wallets.ts'

type Terms = BodyOf<(typeof billingCalls)['setBillingTerms']>

/** Sets the spend cap of an organization. */
export async function setSpendCap(
  billing: Billing,
  actor: Person,
  { organizationId, organizationName }: OrganizationScope,
  amount: number | null,
): Promise<BillingAccount> {
  const { db, clock } = billing
  return db.transaction(async (tx) => {
    const before = await lockWallet(tx, billing, organizationId)
    const spendCap = amount === null ? null : BigInt(amount)
    const wallet = await changeWallet(tx, before, { spendCap })
    await updateStanding(tx, wallet, clock.now())
    const capOf = (row: WalletRow) => ({ spendCap: row.spendCap === null ? null : String(row.spendCap) })
    const changes = changesBetween(capOf(before), capOf(wallet))
    const organization = { id: organizationId, name: organizationName }
    if (changes !== null)
      await recordChange(
        tx,
        { actor, scope: { organizationId } },
        auditOf(organization, 'billing.spend_cap.changed', changes),
        clock.now(),
      )
    return accountView(billing, tx, wallet)
  })
}

/** @throws problem not-found */
export async function getTerms(billing: Billing, organizationId: string) {
  await findOrganization(billing.db, organizationId)
  return termsView(await readWallet(billing, organizationId))
}

/** Sets whether work of an organization needs money. @throws problem not-found */
export async function setTerms(billing: Billing, actor: Person, organizationId: string, terms: Terms) {
  const { db, clock } = billing
  const organization = await findOrganization(db, organizationId)
  return db.transaction(async (tx) => {
    const before = await lockWallet(tx, billing, organizationId)
    const creditLimit = BigInt(terms.creditLimit)
    const wallet = await changeWallet(tx, before, { ...terms, creditLimit })
    await updateStanding(tx, wallet, clock.now())
    const changes = changesBetween(termsView(before), termsView(wallet))
    if (changes !== null)
      await recordChange(
        tx,
        { actor, scope: { organizationId } },
        auditOf(organization, 'billing.terms.changed', changes),
        clock.now(),
      )
    return termsView(wallet)
  })
}

/** Gives an organization credit. @throws problem not-found */
export async function addCredit(
  billing: Billing,
  actor: Person,
  organizationId: string,
  { amount, reason }: { readonly amount: number; readonly reason: string },
) {
  const { db, clock } = billing
  const organization = await findOrganization(db, organizationId)
  return db.transaction(async (tx) => {
    const at = clock.now()
    const wallet = await lockWallet(tx, billing, organizationId)
    const micros = BigInt(amount)
    await post(tx, {
      key: `credit:${uuidv7(at.getTime())}`,
      organizationId,
      kind: 'credit',
      currency: wallet.currency,
      lines: { credit: -micros, wallet: micros },
      note: reason,
      at,
    })
    await updateStanding(tx, wallet, at)
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      auditOf(organization, 'billing.credit.added', { after: { amount, currency: wallet.currency, reason } }),
      at,
    )
    const { balance } = await balanceOf(tx, organizationId)
    return { balance: integerOf(balance) }
  })
}

async function changeWallet(
  tx: Transaction,
  { organizationId }: WalletRow,
  change: Partial<WalletRow>,
): Promise<WalletRow> {
  const [row] = await tx
    .update(billingWallets)
    .set(change)
    .where(eq(billingWallets.organizationId, organizationId))
    .returning()
  if (row === undefined) throw new Error('a wallet is missing')
  return row
}

function termsView({ organizationId, isPrepaid, graceDays, creditLimit }: WalletRow) {
  return { organizationId, isPrepaid, graceDays, creditLimit: Number(creditLimit) }
}

interface OrganizationName {
  readonly id: string
  readonly name: string
}

function auditOf(
  { id, name }: OrganizationName,
  action: 'billing.spend_cap.changed' | 'billing.terms.changed' | 'billing.credit.added',
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) {
  return { object: { type: 'organization' as const, id, name }, audit: { action, ...changes } }
}

/** @throws problem not-found */
async function findOrganization(db: Queryable, id: string): Promise<OrganizationName> {
  const name = await organizationName(db, id)
  if (name === null) throw problem('not-found')
  return { id, name }
}
