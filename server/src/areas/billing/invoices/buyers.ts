import type { BillingAddress, BillingDetails, BillingParty, Language } from '@kinora/contract'
import { eq, sql } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { organizationName } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { billingDetails } from './tables.ts'

export async function getDetails(db: Queryable, organizationId: string): Promise<BillingDetails | null> {
  const [row] = await db
    .select()
    .from(billingDetails)
    .where(eq(billingDetails.organizationId, organizationId))
  return row === undefined ? null : { ...row.party, language: row.language }
}

/** Sets the billing address of an organization. */
export async function setDetails(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  actor: Person,
  { organizationId, organizationName: name }: OrganizationScope,
  details: BillingDetails,
): Promise<BillingDetails> {
  const { language, ...party } = details
  return db.transaction(async (tx) => {
    const changedAt = clock.now()
    const before = await getDetails(tx, organizationId)
    const values = { party, language, changedAt }
    await tx
      .insert(billingDetails)
      .values({ organizationId, ...values })
      .onConflictDoUpdate({ target: billingDetails.organizationId, set: values })
    const changes = changesBetween({ ...before }, { ...details })
    if (changes !== null)
      await recordChange(
        tx,
        { actor, scope: { organizationId } },
        {
          object: { type: 'organization', id: organizationId, name },
          audit: { action: 'billing.details.changed', ...changes },
        },
        changedAt,
      )
    return details
  })
}

/** Sets the billing address to that of the payment details: an organization has one. Its name, tax ID and language stay. */
export async function setAddress(
  tx: Transaction,
  { organizationId, organizationName: name }: Pick<OrganizationScope, 'organizationId' | 'organizationName'>,
  address: BillingAddress,
  changedAt: Date,
): Promise<void> {
  const party = { ...address, name, taxId: '' }
  await tx
    .insert(billingDetails)
    .values({ organizationId, party, language: 'en', changedAt })
    .onConflictDoUpdate({
      target: billingDetails.organizationId,
      set: { party: sql`${billingDetails.party} || ${JSON.stringify(address)}::jsonb`, changedAt },
    })
}

export interface Buyer {
  readonly party: BillingParty
  readonly language: Language
}

/** The recipient of the documents of an organization. Without a billing address only its name is known. */
export async function buyerOf(db: Queryable, organizationId: string): Promise<Buyer> {
  const details = await getDetails(db, organizationId)
  if (details !== null) {
    const { language, ...party } = details
    return { party, language }
  }
  const name = (await organizationName(db, organizationId)) ?? ''
  const empty = {
    address1: '',
    address2: '',
    city: '',
    state: '',
    country: '',
    zip: '',
    taxId: '',
    email: '',
  }
  return { party: { name, ...empty }, language: 'en' }
}
