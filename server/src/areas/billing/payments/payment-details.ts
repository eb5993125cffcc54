import type { BillingAddress, PaymentDetails, PaymentDetailsBody } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { lockWallet, readWallet } from '../accounts/wallets.ts'
import { integerOf } from '../integers.ts'
import { getDetails, setAddress } from '../invoices/buyers.ts'
import {
  CardsRefused,
  type GivenCard,
  type SavedMethod,
  SetupIncomplete,
} from '../processors/payment-driver.ts'
import { orUnavailable } from './add-balance.ts'
import { consentMissing, findDetails, type Payments } from './payment-rows.ts'
import { stopRecharge } from './recharge-settings.ts'
import { offeredReward, postReward } from './reward.ts'
import { billingPaymentDetails, type DetailsRow } from './tables.ts'

type Scope = Pick<OrganizationScope, 'organizationId' | 'organizationName'>

export async function getPaymentDetails(payments: Payments, organizationId: string): Promise<PaymentDetails> {
  const { currency } = await readWallet(payments, organizationId)
  return detailsView(payments, currency, await findDetails(payments.db, organizationId), organizationId)
}

/** Begins to save a card with Stripe. @throws problem card-refused, payment-processor-unavailable */
export async function beginCardSetup(payments: Payments, { organizationId }: Pick<Scope, 'organizationId'>) {
  await readWallet(payments, organizationId)
  return asProblems(payments, async () =>
    payments.driver.beginSetup(await customerOf(payments, organizationId)),
  )
}

/** Saves the billing address, and the card if one is given.
 * @throws problem card-refused, request-invalid without consent, payment-processor-unavailable */
export async function savePaymentDetails(
  payments: Payments,
  actor: Person,
  { organizationId, organizationName }: Scope,
  { card, setupId, hasConsent, ...address }: PaymentDetailsBody,
) {
  const { db, clock, driver } = payments
  const { currency } = await readWallet(payments, organizationId)
  const given = givenCard(card, setupId)
  if (given !== null && !hasConsent) throw consentMissing()
  const method = given && (await saveMethod(payments, organizationId, given))
  const before = await findDetails(db, organizationId)
  const { rewarded } = await db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, payments, organizationId)
    const at = clock.now()
    const withCard = method && {
      methodId: method.id,
      card: method.card,
      consentAt: at,
      consentBy: actor.userId,
    }
    await upsertDetails(tx, { organizationId, driver: driver.kind, savedAt: at, address, ...withCard })
    await setAddress(tx, { organizationId, organizationName }, address, at)
    const after = { country: address.country, card: method === null ? undefined : method.card.last4 }
    await recordDetails(tx, actor, { organizationId, organizationName }, 'saved', after, at)
    return { rewarded: method === null ? 0n : await postReward(tx, wallet, at) }
  })
  // The card that was replaced. It may be gone at the processor.
  if (method !== null && before?.methodId != null && before.methodId !== method.id)
    await removeMethod(payments, before.methodId)
  const row = await findDetails(db, organizationId)
  return {
    details: await detailsView(payments, currency, row, organizationId),
    rewarded: integerOf(rewarded),
  }
}

/** Removes the card, and turns auto-recharge off. The address stays for invoices. */
export async function removePaymentDetails(
  payments: Payments,
  actor: Person,
  { organizationId, organizationName }: Scope,
): Promise<void> {
  const { db, clock } = payments
  const before = await findDetails(db, organizationId)
  if (before === null) return
  await db.transaction(async (tx) => {
    await lockWallet(tx, payments, organizationId)
    const at = clock.now()
    const none = { methodId: null, card: null, address: null, consentAt: null, consentBy: null, savedAt: at }
    await tx
      .update(billingPaymentDetails)
      .set(none)
      .where(eq(billingPaymentDetails.organizationId, organizationId))
    await stopRecharge(tx, { id: organizationId, name: organizationName }, 'method-removed', at)
    await recordDetails(tx, actor, { organizationId, organizationName }, 'removed', {}, at)
  })
  if (before.methodId !== null) await removeMethod(payments, before.methodId)
}

function givenCard(
  card: PaymentDetailsBody['card'],
  setupId: PaymentDetailsBody['setupId'],
): GivenCard | null {
  if (card !== undefined)
    return { kind: 'test', number: card.cardNumber.replaceAll(' ', ''), expiry: card.cardExpiry }
  return setupId === undefined ? null : { kind: 'setup', setupId }
}

async function saveMethod(
  payments: Payments,
  organizationId: string,
  given: GivenCard,
): Promise<SavedMethod> {
  if (given.kind === 'test' && payments.driver.kind !== 'test') throw problem('card-refused')
  return asProblems(payments, async () =>
    payments.driver.finishSetup(await customerOf(payments, organizationId), given),
  )
}

/** The customer at the processor, created with the first card. */
async function customerOf(payments: Payments, organizationId: string): Promise<string> {
  const { db, clock, driver } = payments
  const known = await findDetails(db, organizationId)
  if (known?.driver === driver.kind && known.customerId !== null) return known.customerId
  const customerId = await driver.createCustomer(organizationId)
  const row = { organizationId, driver: driver.kind, savedAt: clock.now(), customerId }
  // The card of another processor cannot be charged by this one.
  const noCard = { methodId: null, card: null, consentAt: null, consentBy: null }
  await db.transaction((tx) => upsertDetails(tx, { ...row, ...(known?.driver !== driver.kind && noCard) }))
  return customerId
}

async function upsertDetails(
  tx: Transaction,
  row: Pick<DetailsRow, 'organizationId' | 'driver' | 'savedAt'> & Partial<DetailsRow>,
): Promise<void> {
  await tx
    .insert(billingPaymentDetails)
    .values(row)
    .onConflictDoUpdate({ target: billingPaymentDetails.organizationId, set: row })
}

/** A card that stays at the processor is charged by nothing. */
async function removeMethod({ driver, log }: Payments, methodId: string): Promise<void> {
  try {
    await driver.removeMethod(methodId)
  } catch (error) {
    log.warn({ err: error }, 'a card was not removed at the payment processor')
  }
}

async function asProblems<T>(payments: Payments, ask: () => Promise<T>): Promise<T> {
  return orUnavailable(payments, () =>
    ask().catch((error: unknown) => {
      if (error instanceof CardsRefused || error instanceof SetupIncomplete) throw problem('card-refused')
      throw error
    }),
  )
}

async function recordDetails(
  tx: Transaction,
  actor: Person,
  { organizationId, organizationName }: Scope,
  verb: 'saved' | 'removed',
  after: Record<string, unknown>,
  at: Date,
): Promise<void> {
  const object = { type: 'organization' as const, id: organizationId, name: organizationName }
  const audit = { action: `billing.payment_details.${verb}` as const, after }
  await recordChange(tx, { actor, scope: { organizationId } }, { object, audit }, at)
}

async function detailsView(
  { db, driver, config, clock }: Payments,
  currency: string,
  row: DetailsRow | null,
  organizationId: string,
): Promise<PaymentDetails> {
  const isOffline = driver.kind === 'offline'
  const address = (await getDetails(db, organizationId)) ?? row?.address ?? null
  const reward = isOffline ? 0n : await offeredReward(db, organizationId, clock.now())
  return {
    driver: driver.kind,
    currency,
    publishableKey: driver.publishableKey,
    instructions: isOffline ? (config.PAYMENT_INSTRUCTIONS ?? null) : null,
    // A card of another processor cannot be charged.
    card: row?.driver === driver.kind ? row.card : null,
    address: address && addressOf(address),
    reward: integerOf(reward),
  }
}

function addressOf({ address1, address2, city, state, country, zip, email }: BillingAddress): BillingAddress {
  return { address1, address2, city, state, country, zip, email }
}
