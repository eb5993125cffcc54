import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Identity } from '../identity.ts'
import { members, roles, users } from '../tables.ts'
import { webhookLetter } from './emails.ts'

interface Disabled {
  readonly organizationId: string
  readonly url: string
  readonly createdBy: string
  readonly because: 'failing' | 'gone'
}

/**
 * Mails whoever made a webhook that it was disabled; the owners, where that is no member any more. The notice stands
 * in the console as well, so it is tried once.
 */
export async function tellWebhookOwner({ db, mail, log }: Identity, webhook: Disabled): Promise<void> {
  const { organizationId, createdBy } = webhook
  const maker = await membersWhere(
    db,
    and(eq(members.organizationId, organizationId), eq(users.id, createdBy)),
  )
  const told =
    maker.length > 0
      ? maker
      : await membersWhere(db, and(eq(members.organizationId, organizationId), eq(roles.builtIn, 'owner')))
  for (const { email, language } of told) {
    try {
      await mail.send({ to: email, ...webhookLetter(language, webhook) })
    } catch (err) {
      log.warn({ err }, 'nobody could be told by mail of a disabled webhook')
    }
  }
}

/** A few of them: more owners than that look after each other. */
const MOST_TOLD = 10

function membersWhere(db: Queryable, which: SQL | undefined) {
  return db
    .select({ email: users.email, language: users.language })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(which)
    .orderBy(asc(members.createdAt))
    .limit(MOST_TOLD)
}
