import type { Invited, Member, Organization } from '@kinora/contract'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changeRecorder, recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { organizationsOf } from '../organizations/memberships.ts'
import { logoUrlOf, roleNameOf } from '../organizations/views.ts'
import { assertCovers, deleteEnvironmentRoles, roleOf } from '../roles/rights.ts'
import { invitations, members, organizations, roles, users } from '../tables.ts'
import { hashOf } from '../tokens/hashes.ts'
import { revokeTokensOf } from '../tokens/tokens.ts'
import { sendInvitation } from './invitation-email.ts'
import { invitationJob } from './jobs.ts'
import { invitationsWhere } from './member-list.ts'

type InvitationRow = typeof invitations.$inferSelect

const DAY_SECONDS = 24 * 3600

/** Invites an address. A second invitation of an address replaces the first one.
 * @throws problem member-exists, role-too-strong */
export async function inviteMember(
  identity: Identity,
  actor: Person,
  scope: OrganizationScope,
  given: { email: string; roleId: string; expiresInDays: number },
): Promise<Invited> {
  const { db, clock } = identity
  const { organizationId } = scope
  const member = await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    const role = await roleOf(tx, organizationId, given.roleId)
    await assertCovers(tx, actor, scope, role)
    await assertNoMember(tx, organizationId, given.email)
    const at = clock.now()
    const [replaced] = await tx
      .delete(invitations)
      .where(and(eq(invitations.organizationId, organizationId), isFor(given.email)))
      .returning()
    if (replaced) await assertCoversInvitation(tx, actor, scope, replaced)
    const row = {
      id: uuidv7(),
      organizationId,
      email: given.email,
      roleId: role.id,
      invitedBy: actor.userId,
      invitedByName: actor.name,
      createdAt: at,
      expiresAt: addSeconds(at, given.expiresInDays * DAY_SECONDS),
    }
    await tx.insert(invitations).values(row)
    await enqueueInvitation(identity, tx, row.id, organizationId)
    const after = { email: given.email, role: role.name }
    await recordInvitation(tx, { actor, scope: { organizationId } }, row, 'invited', { after }, at)
    return viewOf(identity, tx, row.id)
  })
  return withLink(identity, member)
}

/** Sends a new link with the same lifetime. @throws problem not-found, role-too-strong */
export async function resendInvitation(
  identity: Identity,
  actor: Person,
  scope: OrganizationScope,
  id: string,
): Promise<Invited> {
  const { db, clock } = identity
  const member = await db.transaction(async (tx) => {
    const row = await lockedInvitation(tx, actor, scope, id)
    const at = clock.now()
    const lifetimeMs = row.expiresAt.getTime() - row.createdAt.getTime()
    await tx
      .update(invitations)
      .set({ tokenHash: null, createdAt: at, expiresAt: new Date(at.getTime() + lifetimeMs) })
      .where(eq(invitations.id, id))
    await enqueueInvitation(identity, tx, id, scope.organizationId)
    const caller = { actor, scope: { organizationId: row.organizationId } }
    await recordInvitation(tx, caller, row, 'invitation.resent', {}, at)
    return viewOf(identity, tx, id)
  })
  return withLink(identity, member)
}

/** @throws problem not-found, role-too-strong */
export async function revokeInvitation(
  { db, clock }: Identity,
  actor: Person,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockedInvitation(tx, actor, scope, id)
    await tx.delete(invitations).where(eq(invitations.id, id))
    const caller = { actor, scope: { organizationId: row.organizationId } }
    await recordInvitation(tx, caller, row, 'invitation.revoked', {}, clock.now())
  })
}

/** Revokes the invitations of a removed member. */
export async function revokeInvitationsBy(
  tx: Transaction,
  actor: Person,
  organizationId: string,
  userId: string,
  at: Date,
): Promise<void> {
  const theirs = and(eq(invitations.organizationId, organizationId), eq(invitations.invitedBy, userId))
  const ended = await tx.delete(invitations).where(theirs).returning()
  const caller = { actor, scope: { organizationId } }
  for (const row of ended) await recordInvitation(tx, caller, row, 'invitation.revoked', {}, at)
}

/** The invitation behind a link. @throws problem invitation-over */
export async function readInvitation({ db, clock }: Identity, token: string) {
  const [row] = await db
    .select({ invitation: invitations, organization: organizations, role: roles })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .where(isOpen(token, clock.now()))
  if (!row) throw problem('invitation-over')
  const { invitation, organization, role } = row
  const [account] = await db.select({ id: users.id }).from(users).where(hasAddress(invitation.email)).limit(1)
  return {
    organization: { id: organization.id, name: organization.name, logoUrl: logoUrlOf(organization) },
    invitedBy: invitation.invitedByName,
    email: invitation.email,
    role: roleNameOf(role),
    expiresAt: invitation.expiresAt.toISOString(),
    hasAccount: account !== undefined,
  }
}

/** Accepts an invitation, which also confirms the email address.
 * @throws problem invitation-over, invitation-other */
export async function acceptInvitation(
  { db, clock }: Identity,
  person: Person,
  token: string,
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const row = await consumeInvitation(tx, token, clock.now())
    if (row.email.toLowerCase() !== person.email.toLowerCase()) throw problem('invitation-other')
    await joinOrganization(tx, row, person, clock.now())
    const organization = (await organizationsOf(tx, person.userId)).find(
      ({ id }) => id === row.organizationId,
    )
    if (!organization) throw problem('not-found')
    return organization
  })
}

/** Deletes an invitation on use: each link works once. @throws problem invitation-over */
export async function consumeInvitation(tx: Transaction, token: string, now: Date): Promise<InvitationRow> {
  const [open] = await tx.select().from(invitations).where(isOpen(token, now))
  if (!open) throw problem('invitation-over')
  await lockOrganization(tx, open.organizationId)
  const [row] = await tx.delete(invitations).where(isOpen(token, now)).returning()
  if (!row) throw problem('invitation-over')
  return row
}

/** Adds a member from an invitation and confirms the email address. Environment roles and API tokens of an earlier
 * membership are removed. */
export async function joinOrganization(
  tx: Transaction,
  { organizationId, roleId }: InvitationRow,
  person: Pick<Person, 'kind' | 'userId' | 'name' | 'impersonatedBy'>,
  at: Date,
): Promise<void> {
  const { userId } = person
  await tx.update(users).set({ verifiedAt: at }).where(eq(users.id, userId))
  const joined = await tx
    .insert(members)
    .values({ organizationId, userId, roleId, createdAt: at })
    .onConflictDoNothing()
    .returning({ userId: members.userId })
  if (joined.length === 0) return
  await deleteEnvironmentRoles(tx, organizationId, userId)
  await revokeTokensOf(tx, person, organizationId, userId, at)
  await recordChange(
    tx,
    { actor: person, scope: { organizationId } },
    { object: { type: 'member', id: userId, name: person.name }, audit: { action: 'member.joined' } },
    at,
  )
}

/** Without a mail server, the person who invites gets the link instead of an email. */
async function withLink(identity: Identity, member: Member): Promise<Invited> {
  const { invitationId } = member
  if (identity.mail.reachesPeople || invitationId === null) return { ...member, emailSent: true, link: null }
  return { ...member, emailSent: false, link: await sendInvitation(identity, invitationId) }
}

async function enqueueInvitation(
  { jobs, mail }: Identity,
  tx: Transaction,
  invitationId: string,
  organizationId: string,
) {
  if (!mail.reachesPeople) return
  await jobs.enqueue(
    tx,
    invitationJob,
    { invitationId },
    { environmentId: organizationId, key: invitationId },
  )
}

async function viewOf({ clock }: Identity, tx: Transaction, id: string): Promise<Member> {
  const [view] = await invitationsWhere(tx, eq(invitations.id, id), clock.now())
  if (!view) throw problem('not-found')
  return view
}

async function assertNoMember(tx: Queryable, organizationId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), hasAddress(email)))
  if (member) throw problem('member-exists')
}

/** Locks an invitation that the actor has the rights to send. @throws problem not-found, role-too-strong */
async function lockedInvitation(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  id: string,
): Promise<InvitationRow> {
  await lockOrganization(tx, scope.organizationId)
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organizationId, scope.organizationId)))
  if (!row) throw problem('not-found')
  await assertCoversInvitation(tx, actor, scope, row)
  return row
}

/** Deletes invitations that expired a month ago. */
export async function deleteOldInvitations({ db, clock }: Identity): Promise<void> {
  const before = addSeconds(clock.now(), -30 * DAY_SECONDS)
  await db.delete(invitations).where(lt(invitations.expiresAt, before))
}

async function assertCoversInvitation(
  tx: Transaction,
  actor: Person,
  scope: OrganizationScope,
  { organizationId, roleId }: InvitationRow,
): Promise<void> {
  await assertCovers(tx, actor, scope, await roleOf(tx, organizationId, roleId))
}

type Verb = 'invited' | 'invitation.resent' | 'invitation.revoked'

const recordInvitation = changeRecorder(({ id, email }: Pick<InvitationRow, 'id' | 'email'>, verb: Verb) => ({
  object: { type: 'invitation', id, name: email },
  action: `member.${verb}`,
}))

function isOpen(token: string, now: Date) {
  return and(eq(invitations.tokenHash, hashOf(token)), gt(invitations.expiresAt, now))
}

function isFor(email: string) {
  return eq(sql`lower(${invitations.email})`, email.toLowerCase())
}

function hasAddress(email: string) {
  return eq(sql`lower(${users.email})`, email.toLowerCase())
}
