import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import { invitationEmail } from '../emails/emails.ts'
import type { Identity } from '../identity.ts'
import { invitations, organizations, users } from '../tables.ts'
import { hashOf } from '../tokens/hashes.ts'

/** Emails a new link, whose former one stops working. Returns the link; null if the invitation no longer exists. */
export async function sendInvitation(identity: Identity, id: string): Promise<string | null> {
  const link = await createInvitationLink(identity, id)
  if (link === null) return null
  const { row, organization, token } = link
  const languages = await identity.db
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(sql`lower(${users.email}) = ${row.email.toLowerCase()} OR ${eq(users.id, row.invitedBy)}`)
  // The language of the invited person's account, else of the person who invites.
  const theirs = languages.find((each) => each.id !== row.invitedBy) ?? languages[0]
  const url = `${publicOrigin(identity)}/invite#token=${token}`
  const email = invitationEmail(theirs?.language ?? 'en', {
    organization,
    invitedBy: row.invitedByName,
    url,
    expiresAt: row.expiresAt,
  })
  await identity.mail.send({ to: row.email, ...email })
  return url
}

/** Only the hash of its secret is stored. Null if the invitation no longer exists. */
async function createInvitationLink(
  { db, clock }: Identity,
  id: string,
): Promise<{ token: string; row: typeof invitations.$inferSelect; organization: string } | null> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await db
    .update(invitations)
    .set({ tokenHash: hashOf(token) })
    .where(and(eq(invitations.id, id), gt(invitations.expiresAt, clock.now())))
    .returning()
  if (!row) return null
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, row.organizationId))
  return { token, row, organization: organization?.name ?? '' }
}
