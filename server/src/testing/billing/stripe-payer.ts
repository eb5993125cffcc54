import { randomUUID } from 'node:crypto'
import { balanceOf } from '../../areas/billing/ledger/ledger.ts'
import { addBalance, quotePayment } from '../../areas/billing/payments/add-balance.ts'
import { applyCharge } from '../../areas/billing/payments/apply-charge.ts'
import { beginCardSetup, savePaymentDetails } from '../../areas/billing/payments/payment-details.ts'
import type { Payments } from '../../areas/billing/payments/payment-rows.ts'
import { stripeDriver } from '../../areas/billing/processors/stripe-driver.ts'
import type { Person } from '../../platform/auth.ts'
import type { Books } from './books.ts'
import type { FakeCard, FakeEvent, FakeStripe } from './fake-stripe.ts'

const person: Person = {
  kind: 'person',
  userId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Ananya Rao',
  email: 'ananya@example.com',
  isAdmin: false,
  isVerified: true,
  mustSetUpFactor: false,
  impersonatedBy: null,
}

const address = {
  address1: 'Benz Circle',
  address2: '',
  city: 'Vijayawada',
  state: '',
  country: 'IN',
  zip: '520010',
  email: 'accounts@deccan.example',
}

/** The functions of payments on the books, with the fake Stripe. */
export function paymentsWith(
  books: Books,
  fake: FakeStripe,
  limits: { readonly timeoutMs: number; readonly retries: number },
): Payments {
  const driver = stripeDriver({
    secretKey: 'sk_test_fake',
    publishableKey: 'pk_test_fake',
    webhookSecret: fake.webhookSecret,
    apiUrl: fake.url,
    clock: books.clock,
    ...limits,
  })
  return { ...books, driver }
}

export interface Payer {
  readonly organizationId: string
  pay(amount?: number): ReturnType<typeof addBalance>
  balance(): Promise<number>
}

/** The person who pays. */
export const payerPerson = person

/** An organization with a card. */
export async function newPayer(
  books: Books,
  payments: Payments,
  fake: FakeStripe,
  card: FakeCard = 'good',
): Promise<Payer> {
  const { organizationId } = await books.organization()
  const scope = { organizationId, organizationName: 'Deccan Television' }
  const { clientSecret } = await beginCardSetup(payments, scope)
  const setupId = clientSecret.replace(/_secret.*/, '')
  fake.confirmSetup(setupId, card)
  await savePaymentDetails(payments, person, scope, { ...address, hasConsent: true, setupId })
  return {
    organizationId,
    async pay(amount = 50_000_000) {
      const { total } = await quotePayment(payments, scope, amount)
      return addBalance(payments, person, scope, { amount, total: Number(total) })
    },
    balance: async () => Number((await balanceOf(books.db, organizationId)).balance),
  }
}

/** Handles an event as the webhook does: looks at the charge that it is about. */
export async function handleEvent(payments: Payments, { body, signature }: FakeEvent): Promise<void> {
  const askedAt = payments.clock.now()
  const { chargeId } = await payments.driver.readEvent(Buffer.from(body), signature)
  const charge = chargeId === null ? null : await payments.driver.findCharge(chargeId)
  if (charge !== null) await applyCharge(payments, charge, askedAt)
}
