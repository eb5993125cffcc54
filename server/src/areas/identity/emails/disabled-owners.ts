import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { environments, members, roles, users } from '../tables.ts'
import { channelEmailJob, webhookEmailJob } from './jobs.ts'

const disabledWebhook = z.object({
  url: z.string(),
  createdBy: z.uuid(),
  because: z.enum(['person', 'failing', 'gone']),
})

/** Emails the creator of a webhook that Kinora disabled, or the owners if the creator is no longer a member. */
export function emailWebhookOwner(jobs: Jobs): Subscription {
  return {
    name: 'identity.webhook-disabled',
    types: ['webhook.disabled'],
    async handle(tx, { environmentId, event }) {
      const { url, createdBy, because } = disabledWebhook.parse(event.data)
      if (because === 'person') return
      const [environment] = await tx.select().from(environments).where(eq(environments.id, environmentId))
      if (environment === undefined) return
      const ofOrganization = eq(members.organizationId, environment.organizationId)
      const maker = await membersWhere(tx, and(ofOrganization, eq(users.id, createdBy)))
      const recipients =
        maker.length > 0 ? maker : await membersWhere(tx, and(ofOrganization, eq(roles.builtIn, 'owner')))
      for (const { id, email, language } of recipients) {
        const input = { to: email, language, url, because }
        await jobs.enqueue(tx, webhookEmailJob, input, { environmentId, key: `${event.id}.${id}` })
      }
    },
  }
}

const disabledChannel = z.object({
  name: z.string(),
  fault: z.nullable(z.string()),
  createdBy: z.nullable(z.uuid()),
})

/** Emails the creator of an alert channel that Kinora disabled, and the administrators, because nobody else learns that
 * alerts are lost. */
export function emailChannelOwner(jobs: Jobs): Subscription {
  return {
    name: 'identity.channel-disabled',
    types: ['alert_channel.disabled'],
    async handle(tx, { environmentId, event }) {
      const { name, fault, createdBy } = disabledChannel.parse(event.data)
      const [environment] = await tx.select().from(environments).where(eq(environments.id, environmentId))
      if (environment === undefined) return
      const isAdministrator = inArray(roles.builtIn, ['owner', 'administrator'])
      const isTold = createdBy === null ? isAdministrator : or(eq(users.id, createdBy), isAdministrator)
      const ofOrganization = eq(members.organizationId, environment.organizationId)
      for (const { id, email, language } of await membersWhere(tx, and(ofOrganization, isTold))) {
        const input = { to: email, language, name, fault: fault ?? '' }
        await jobs.enqueue(tx, channelEmailJob, input, { environmentId, key: `${event.id}.${id}` })
      }
    },
  }
}

/** The owners of an organization, as receivers of emails. */
export function ownersOf(db: Queryable, organizationId: string) {
  return membersWhere(db, and(eq(members.organizationId, organizationId), eq(roles.builtIn, 'owner')))
}

/** Limits the emails to organizations with many owners. */
const MAX_RECIPIENTS = 10

function membersWhere(db: Queryable, which: SQL | undefined) {
  return db
    .select({ id: users.id, email: users.email, language: users.language })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(which)
    .orderBy(asc(members.createdAt))
    .limit(MAX_RECIPIENTS)
}
