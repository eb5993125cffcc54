import type { Organization } from '@kinora/contract'
import type { Actor } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { environmentView, insertEnvironment } from './environments.ts'
import { members, organizations, roles } from './tables.ts'

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

const builtInRoles = [
  { name: 'Owner', permissions: null },
  { name: 'Viewer', permissions: JSON.stringify({ Videos: { Video: { read: true } } }) },
] as const

/** Makes an organisation that the actor owns, with its built-in roles and an environment of type production. */
export async function createOrganization(
  db: Database,
  clock: Clock,
  actor: Actor,
  { name }: { name: string },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const createdAt = clock.now()
    const id = uuidv7()
    const settings = { 'modules.enabled': ALL_MODULES }
    const organization = {
      id,
      name,
      isActive: true,
      isSubscribed: true,
      alertMessage: null,
      settings,
      createdAt,
    }
    await tx.insert(organizations).values(organization)
    const [owner, ...others] = builtInRoles.map((role) => ({
      ...role,
      id: uuidv7(),
      organizationId: id,
      createdAt,
    }))
    if (!owner) throw new Error('there is no built-in role')
    await tx.insert(roles).values([owner, ...others])
    await tx.insert(members).values({ organizationId: id, userId: actor.userId, roleId: owner.id, createdAt })
    const environment = await insertEnvironment(tx, clock, {
      organizationId: id,
      name: 'Production',
      type: 'production',
    })
    return {
      id,
      uuid: id,
      name,
      isActive: true,
      isSubscribed: true,
      alertMessage: null,
      role: { id: owner.id, name: owner.name },
      settings,
      environments: [environmentView({ environment, role: owner, settings })],
    }
  })
}
