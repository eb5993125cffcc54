import type Stripe from 'stripe'
import type { Clock } from '../../../platform/clock.ts'
import { stripeStep, stripeUnits } from '../pricing/currency.ts'
import {
  CardsRefused,
  type Charge,
  ChargeRefused,
  type PaymentDriver,
  SetupIncomplete,
  WrongSignature,
} from './payment-driver.ts'
import { chargeOf } from './stripe-charge.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Another service that speaks like Stripe. */
  readonly apiUrl: string | undefined
  readonly clock: Clock
  /** Longest wait for a response, and repetitions of requests without one. */
  readonly timeoutMs?: number
  readonly retries?: number
}

/** Changes of Stripe's API arrive with a change of this version. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 15_000
const RETRIES = 1
/** Age of an event's signature that is accepted. */
const TOLERANCE_S = 300

/** Cards by Stripe. Card data goes from the browser to Stripe only. Requests that create have keys, with which Stripe answers a
 * repeated one without doing it again (https://docs.stripe.com/api/idempotent_requests). */
export function stripeDriver(options: StripeOptions): PaymentDriver {
  let opened: Promise<Stripe> | null = null
  const client = () => {
    opened ??= openClient(options)
    return opened
  }
  const findCharge = async (id: string): Promise<Charge | null> => {
    const stripe = await client()
    try {
      return await chargeOf(stripe, await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    } catch (error) {
      if (codeOf(error) === 'resource_missing') return null
      throw error
    }
  }
  return {
    kind: 'stripe',
    publishableKey: options.publishableKey,
    stepOf: stripeStep,
    async createCustomer(organizationId) {
      const stripe = await client()
      const idempotencyKey = `customer:${organizationId}`
      const metadata = { organization: organizationId }
      return (await stripe.customers.create({ metadata }, { idempotencyKey })).id
    },
    async beginSetup(customer) {
      const stripe = await client()
      const { client_secret } = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      })
      if (client_secret === null) throw new SetupIncomplete('there is no secret')
      return { clientSecret: client_secret }
    },
    async finishSetup(customer, given) {
      if (given.kind !== 'setup') throw new CardsRefused('card data does not belong here')
      const stripe = await client()
      const setup = await stripe.setupIntents
        .retrieve(given.setupId, { expand: ['payment_method'] })
        .catch((error: unknown) => {
          if (codeOf(error) === 'resource_missing') throw new SetupIncomplete('there is no such setup')
          throw error
        })
      const method = setup.payment_method
      if (setup.status !== 'succeeded' || idOf(setup.customer) !== customer)
        throw new SetupIncomplete('the setup is not confirmed, or of another customer')
      if (method === null || typeof method === 'string' || method.card === undefined)
        throw new SetupIncomplete('the setup has no card')
      const { brand, last4, exp_month, exp_year } = method.card
      return { id: method.id, card: { brand, last4, expMonth: exp_month, expYear: exp_year } }
    },
    async removeMethod(methodId) {
      await (await client()).paymentMethods.detach(methodId)
    },
    async createCharge({ paymentId, organizationId, customerId, methodId, amount, currency }) {
      const stripe = await client()
      const asked: Stripe.PaymentIntentCreateParams = {
        amount: Number(amount / stripeUnits(currency)),
        currency: currency.toLowerCase(),
        customer: customerId,
        payment_method: methodId,
        allowed_payment_method_types: ['card'],
        metadata: { payment: paymentId, organization: organizationId },
      }
      const idempotencyKey = `create:${paymentId}:1`
      try {
        return (await stripe.paymentIntents.create(asked, { idempotencyKey })).id
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async confirmCharge({ id, paymentId, isOffSession }) {
      const stripe = await client()
      const asked = isOffSession ? { off_session: true } : { use_stripe_sdk: true }
      try {
        await stripe.paymentIntents.confirm(id, asked, { idempotencyKey: `confirm:${paymentId}:1` })
      } catch (error) {
        // A declined card is the state of the charge.
        const isKnownToCharge =
          typeOf(error) === 'StripeCardError' || codeOf(error) === 'payment_intent_unexpected_state'
        if (!isKnownToCharge) throw refusalOf(error)
      }
      const charge = await findCharge(id)
      if (charge === null) throw new Error('a charge is missing')
      return charge
    },
    findCharge,
    async cancelCharge(id) {
      const stripe = await client()
      await stripe.paymentIntents.cancel(id).catch((error: unknown) => {
        if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
      })
      return findCharge(id)
    },
    async refundCharge({ id, paymentId, intendedAt }) {
      const stripe = await client()
      // Stripe repeats a refusal under the same key, also when its cause is gone.
      const idempotencyKey = `return:${paymentId}:${intendedAt.getTime()}`
      try {
        await stripe.refunds.create({ payment_intent: id }, { idempotencyKey })
      } catch (error) {
        // Stripe never refunds more than was charged, also after it has deleted the key.
        if (codeOf(error) !== 'charge_already_refunded') throw refusalOf(error)
      }
    },
    async actionOf(id) {
      return (await (await client()).paymentIntents.retrieve(id)).client_secret
    },
    async answerTest() {
      throw new ChargeRefused('only test cards are answered')
    },
    async readEvent(body, signature) {
      const stripe = await client()
      const { webhookSecret, clock } = options
      const at = clock.now().getTime()
      try {
        const { id, type, data } = stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          TOLERANCE_S,
          undefined,
          at,
        )
        return { id, type, chargeId: intentIn(data.object) }
      } catch (error) {
        throw new WrongSignature(String(typeOf(error)))
      }
    },
  }
}

async function openClient({ secretKey, apiUrl, timeoutMs, retries }: StripeOptions): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const url = apiUrl === undefined ? null : new URL(apiUrl)
  const isPlain = url?.protocol === 'http:'
  return new StripeClient(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: retries ?? RETRIES,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port === '' ? (isPlain ? 80 : 443) : url.port,
      protocol: isPlain ? 'http' : 'https',
    }),
  })
}

/** Types of errors with which Stripe says that it did nothing. */
const refusals = ['StripeInvalidRequestError', 'StripeAuthenticationError', 'StripePermissionError']

function refusalOf(error: unknown): unknown {
  const type = typeOf(error)
  return refusals.includes(String(type)) ? new ChargeRefused(`${type} ${codeOf(error) ?? ''}`) : error
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function idOf(given: string | { readonly id: string } | null): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null)
}

/** The payment intent that an event is about: itself, or that of a charge, refund or dispute. */
function intentIn(object: object): string | null {
  const {
    object: kind,
    id,
    payment_intent: intent,
  } = Object.assign({ payment_intent: null }, object) as {
    readonly object?: string
    readonly id?: string
    readonly payment_intent: string | { readonly id: string } | null
  }
  return kind === 'payment_intent' ? (id ?? null) : idOf(intent)
}
