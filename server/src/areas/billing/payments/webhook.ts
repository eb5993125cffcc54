import * as z from 'zod'
import type { HttpServer } from '../../../platform/http/server.ts'
import { type AnyHandler, defineHandler, defineJob } from '../../../platform/jobs/jobs.ts'
import { problem } from '../../../platform/problem.ts'
import type { Billing } from '../billing.ts'
import { WrongSignature } from '../processors/payment-driver.ts'
import { applyCharge } from './apply-charge.ts'
import { billingPaymentEvents } from './tables.ts'

/** Looks at a charge that an event was about. */
const eventJob = defineJob({
  name: 'billing.payment-event',
  input: z.object({ chargeId: z.string() }),
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 2,
})

const path = '/billing/api/v1/stripe/webhook'
const LIMIT_BYTES = 512 * 1024
/** Stripe sends from few addresses. */
const PER_MINUTE = 3000

/** Receives events of Stripe. The signature is of the bytes as they came, so no parser may touch them. */
export function serveWebhook({ app }: HttpServer, billing: Billing): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const options = { bodyLimit: LIMIT_BYTES, config: { perMinute: PER_MINUTE } }
    scope.post(path, options, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw problem('request-malformed')
      await receiveEvent(billing, request.body, signature)
      return reply.send()
    })
  })
}

/** Stores an event and enqueues its work in one transaction, each event once. @throws problem request-malformed */
async function receiveEvent(billing: Billing, body: Buffer, signature: string): Promise<void> {
  const { db, clock, driver, jobs } = billing
  const { id, type, chargeId } = await driver.readEvent(body, signature).catch((error: unknown) => {
    if (error instanceof WrongSignature) throw problem('request-malformed')
    throw error
  })
  await db.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(billingPaymentEvents)
      .values({ driver: driver.kind, eventId: id, type, chargeId, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: billingPaymentEvents.eventId })
    if (isNew === undefined || chargeId === null) return
    // Charges take turns as environments do.
    await jobs.enqueue(tx, eventJob, { chargeId }, { environmentId: chargeId, key: chargeId })
  })
}

export function eventHandler(billing: Billing): AnyHandler {
  return defineHandler({
    definition: eventJob,
    async run({ chargeId }) {
      const askedAt = billing.clock.now()
      const charge = await billing.driver.findCharge(chargeId)
      if (charge !== null) await applyCharge(billing, charge, askedAt)
    },
    // The regular question for open payments goes on.
    failed: async () => undefined,
  })
}
