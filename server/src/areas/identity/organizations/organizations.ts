import type { BuiltInRole, Organization } from '@kinora/contract'
import { and, count, eq } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { assertBelowLimit } from '../limits.ts'
import { members, organizations, roles, users } from '../tables.ts'
import { insertEnvironment } from './environments.ts'
import { scheduleLogoRemoval, storeLogo } from './logos.ts'
import { organizationsOf } from './memberships.ts'
import { environmentView, organizationView } from './views.ts'

const ALL_MODULES = [
  'Videos',
  'DAM',
  'Portrait Pro',
  'Adv Video Edit',
  'Livestreams',
  'Liverecordings',
  'V-Connect',
  'Ad Insertion',
  'Analytics',
  'Adv Analytics',
  'Embed Reports',
  'Elections',
  'Alerts',
  'Infra Monitoring',
  'Events and Logs',
  'Settings',
  'Environments',
].join(',')

const all = { create: true, read: true, update: true, delete: true }
const read = { read: true }
const advancedAnalytics = { Performance: read, 'Video Analytics': read }
const eventsOnly = { Event: read, Log: {} }
const noSettings = {
  User: read,
  Role: read,
  'Api Access Token': {},
  Webhook: {},
  'Signing Key': {},
  'Encoding Profile': {},
  'Adv Tenant OnBoarding': {},
}

/** Names and permissions of the built-in roles. */
const initialRoles: Readonly<Record<BuiltInRole, { name: string; permissions: object | null }>> = {
  owner: { name: 'Owner', permissions: null },
  administrator: { name: 'Administrator', permissions: null },
  developer: {
    name: 'Developer',
    permissions: {
      Videos: { Video: all, 'Social Publish': all },
      DAM: { Folder: all },
      'Portrait Pro': { Portrait: all },
      Livestreams: { Livestream: all, 'Stream Key': all },
      Liverecordings: { Recording: all },
      'V-Connect': { Connector: all },
      'Ad Insertion': { Channel: all, Campaign: all },
      Alerts: { Alert: all },
      Analytics: { Views: read, Report: all },
      'Adv Analytics': advancedAnalytics,
      'Embed Reports': { Embed: all },
      Environments: { Environment: read },
      Settings: {
        User: read,
        Role: read,
        'Api Access Token': all,
        Webhook: all,
        'Signing Key': all,
        'Encoding Profile': all,
        'Adv Tenant OnBoarding': {},
      },
    },
  },
  'media-team': {
    name: 'Media team',
    permissions: {
      Videos: { Video: all, 'Social Publish': all },
      DAM: { Folder: all },
      'Portrait Pro': { Portrait: all },
      Livestreams: { Livestream: all, 'Stream Key': all },
      Liverecordings: { Recording: all },
      'V-Connect': { Connector: all },
      'Ad Insertion': { Channel: all, Campaign: all },
      Alerts: { Alert: all },
      Analytics: { Views: read, Report: all },
      'Adv Analytics': advancedAnalytics,
      'Embed Reports': { Embed: all },
      'Events and Logs': eventsOnly,
      Environments: { Environment: read },
      Settings: { ...noSettings, 'Encoding Profile': read },
    },
  },
  viewer: {
    name: 'Viewer',
    permissions: {
      Videos: { Video: read, 'Social Publish': read },
      DAM: { Folder: read },
      'Portrait Pro': { Portrait: read },
      Livestreams: { Livestream: read },
      Liverecordings: { Recording: read },
      'V-Connect': { Connector: read },
      'Ad Insertion': { Channel: read, Campaign: read },
      Alerts: { Alert: read },
      Analytics: { Views: read, Report: read },
      'Adv Analytics': advancedAnalytics,
      'Embed Reports': { Embed: read },
      'Events and Logs': eventsOnly,
      Environments: { Environment: read },
      Settings: noSettings,
    },
  },
}

/** Creates an organization that the person owns, with built-in roles and a production environment.
 * @throws problem limit-reached */
export async function createOrganization(
  { db, clock }: Identity,
  person: Person,
  { name }: { name: string },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    await assertCanOwnAnother(tx, person.userId)
    const createdAt = clock.now()
    const id = uuidv7()
    const settings = { 'modules.enabled': ALL_MODULES }
    const [organization] = await tx
      .insert(organizations)
      .values({ id, name, isActive: true, isSubscribed: true, alertMessage: null, settings, createdAt })
      .returning()
    const given = Object.entries(initialRoles) as [BuiltInRole, (typeof initialRoles)[BuiltInRole]][]
    const inserted = await tx
      .insert(roles)
      .values(
        given.map(([builtIn, role]) => ({
          id: uuidv7(),
          organizationId: id,
          name: role.name,
          builtIn,
          permissions: role.permissions === null ? null : JSON.stringify(role.permissions),
          createdAt,
        })),
      )
      .returning()
    const owner = inserted.find(({ builtIn }) => builtIn === 'owner')
    if (!organization || !owner) throw new Error('an organization was not inserted')
    await tx
      .insert(members)
      .values({ organizationId: id, userId: person.userId, roleId: owner.id, createdAt })
    await recordChange(
      tx,
      { actor: person, scope: { organizationId: id } },
      {
        object: { type: 'organization', id, name },
        audit: { action: 'organization.created', after: { name } },
      },
      createdAt,
    )
    const environment = await insertEnvironment(tx, clock, person, {
      organizationId: id,
      name: 'Production',
      type: 'production',
    })
    return organizationView(organization, owner, [environmentView(environment, owner, settings)])
  })
}

/** @throws problem limit-reached */
async function assertCanOwnAnother(tx: Transaction, userId: string): Promise<void> {
  // Otherwise two simultaneous requests would both pass the check.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [owned] = await tx
    .select({ items: count() })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.userId, userId), eq(roles.builtIn, 'owner')))
  assertBelowLimit(owned?.items ?? 0, 'organizations')
}

interface OrganizationChange {
  readonly name?: string | undefined
  readonly title?: string | null | undefined
  readonly logo?: string | null | undefined
}

/** Changes name, title and logo of an organization. @throws problem image-unreadable */
export async function updateOrganization(
  identity: Identity,
  actor: Person,
  { organizationId }: OrganizationScope,
  given: OrganizationChange,
): Promise<Organization> {
  const { db, clock } = identity
  // Outside the transaction, because rendering takes time.
  const logoKey = given.logo ? await storeLogo(identity, organizationId, given.logo) : given.logo
  await db.transaction(async (tx) => {
    const where = eq(organizations.id, organizationId)
    const [current] = await tx.select().from(organizations).where(where).for('update')
    if (!current) throw problem('not-found')
    const before = { name: current.name, title: current.title, logoKey: current.logoKey }
    const after = applyPatch(before, { ...given, logoKey })
    const changes = changesBetween(before, after)
    if (changes === null) return
    await tx.update(organizations).set(after).where(where)
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      {
        object: { type: 'organization', id: organizationId, name: after.name },
        audit: { action: 'organization.updated', ...changes },
      },
      clock.now(),
    )
    if (before.logoKey !== null && after.logoKey !== before.logoKey)
      await scheduleLogoRemoval(identity, tx, organizationId, before.logoKey)
  })
  const organization = (await organizationsOf(db, actor.userId)).find(({ id }) => id === organizationId)
  if (!organization) throw problem('not-found')
  return organization
}
