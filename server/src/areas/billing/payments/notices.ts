import { languages } from '@kinora/contract'
import { and, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import { type AnyHandler, defineHandler, defineJob } from '../../../platform/jobs/jobs.ts'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import { composeEmail, environmentIdsOf, organizationName, ownersOf } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { noticeTexts } from './notice-texts.ts'
import { findDetails } from './payment-rows.ts'
import { changeRecharge } from './recharge-orders.ts'
import { billingPayments, billingRecharges, type RechargeRow } from './tables.ts'

/** Emails one person about auto-recharge. */
const noticeJob = defineJob({
  name: 'billing.notice',
  input: z.object({
    to: z.string(),
    language: z.enum(languages),
    notice: z.enum(['action', 'stopped']),
    organization: z.string(),
    url: z.string(),
  }),
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 1,
})

/** Enqueues the emails that people have to get about auto-recharge, each once. */
export async function enqueueNotices(billing: Billing): Promise<void> {
  const { db } = billing
  const rows = await db
    .select({ id: billingRecharges.organizationId })
    .from(billingRecharges)
    .where(isNotNull(billingRecharges.notice))
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      const [order] = await tx
        .select()
        .from(billingRecharges)
        .where(and(eq(billingRecharges.organizationId, id), isNotNull(billingRecharges.notice)))
        .for('update')
      if (order?.notice == null) return
      await enqueueEmails(tx, billing, order, order.notice)
      await changeRecharge(tx, order, { notice: null })
    })
}

/** Emails go to the owners, and to the billing email. */
async function enqueueEmails(
  tx: Transaction,
  billing: Billing,
  { organizationId }: RechargeRow,
  notice: NonNullable<RechargeRow['notice']>,
): Promise<void> {
  const organization = (await organizationName(tx, organizationId)) ?? ''
  const url = await linkTo(tx, billing, organizationId, notice)
  const owners = await ownersOf(tx, organizationId)
  const receivers = new Map(owners.map(({ email, language }) => [email.toLowerCase(), language]))
  const billingEmail = (await findDetails(tx, organizationId))?.address?.email.toLowerCase()
  if (billingEmail !== undefined && !receivers.has(billingEmail))
    receivers.set(billingEmail, owners[0]?.language ?? 'en')
  for (const [to, language] of receivers) {
    const options = { environmentId: organizationId, key: `${organizationId}.${notice}.${to}` }
    await billing.jobs.enqueue(tx, noticeJob, { to, language, notice, organization, url }, options)
  }
}

/** Settings > Billing, with the payment that waits for its payer. */
async function linkTo(
  tx: Transaction,
  { config }: Billing,
  organizationId: string,
  notice: NonNullable<RechargeRow['notice']>,
): Promise<string> {
  const [environmentId = ''] = await environmentIdsOf(tx, organizationId)
  const screen = `${publicOrigin({ config })}/${environmentId}/settings/billing`
  if (notice === 'stopped') return screen
  const { id, origin, state } = billingPayments
  const isWaiting = and(
    eq(billingPayments.organizationId, organizationId),
    eq(origin, 'recharge'),
    eq(state, 'needs_action'),
  )
  const [payment] = await tx.select({ id }).from(billingPayments).where(isWaiting)
  return payment === undefined ? screen : `${screen}?payment=${payment.id}`
}

export function noticeHandler({ mail }: Billing): AnyHandler {
  return defineHandler({
    definition: noticeJob,
    run: ({ to, language, notice, organization, url }) =>
      mail.send({ to, ...composeEmail(language, noticeTexts[language][notice], { organization }, { url }) }),
    // The console shows it too.
    failed: async () => undefined,
  })
}
