import type { User } from '@kinora/contract'
import { usedRights } from '@kinora/contract/rights.gen'

export const environmentId = '0198a000-0000-7000-8000-000000000001'
export const organizationId = '0198a000-0000-7000-8000-000000000002'
export const now = '2026-11-20T10:00:00.000Z'

/** An ID for the n-th object of a list. */
export function idOf(n: number): string {
  return `0198a000-0000-7000-9000-${String(n).padStart(12, '0')}`
}

export const owner = personWith(usedRights)

/** The rights of the built-in role. */
export const viewer = personWith([
  'Videos.Video.read',
  'Videos.Social Publish.read',
  'DAM.Folder.read',
  'Portrait Pro.Portrait.read',
  'Livestreams.Livestream.read',
  'Liverecordings.Recording.read',
  'V-Connect.Connector.read',
  'Ad Insertion.Channel.read',
  'Ad Insertion.Campaign.read',
  'Alerts.Alert.read',
  'Embed Reports.Embed.read',
  'Adv Analytics.Performance.read',
  'Adv Analytics.Video Analytics.read',
  'Analytics.Views.read',
  'Events and Logs.Event.read',
  'Environments.Environment.read',
  'Settings.User.read',
  'Settings.Role.read',
])

/** Rights of the built-in role that matter in settings. */
export const mediaTeam = personWith([
  'Videos.Video.create',
  'Videos.Video.read',
  'Videos.Video.update',
  'Videos.Video.delete',
  'Environments.Environment.read',
  'Settings.User.read',
  'Settings.Role.read',
  'Settings.Encoding Profile.read',
])

/** A person with these rights in the organization and its environment. */
export function personWith(grants: readonly string[]): User {
  const role = { id: idOf(901), name: 'Role', builtIn: null }
  return {
    id: idOf(900),
    status: 'active',
    role,
    email: 'ananya@example.com',
    firstName: 'Ananya',
    lastName: 'Rao Iyer',
    language: 'en',
    isVerified: true,
    mustVerify: false,
    hasPassword: true,
    hasSecondFactor: false,
    needsSecondFactor: false,
    mustSetUpFactor: false,
    isAdmin: false,
    impersonation: null,
    organizations: [
      {
        id: organizationId,
        uuid: organizationId,
        name: 'Deccan Television',
        title: null,
        logoUrl: null,
        isActive: true,
        isSubscribed: true,
        alertMessage: null,
        role,
        grants: [...grants],
        settings: {},
        environments: [
          {
            id: environmentId,
            uuid: environmentId,
            envKey: 'gallery',
            organizationId,
            name: 'Production',
            type: 'production',
            viewerPrivacy: false,
            role,
            grants: [...grants],
            createdAt: now,
          },
        ],
      },
    ],
  }
}
