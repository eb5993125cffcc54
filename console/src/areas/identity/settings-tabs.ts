import { BracketsAngle } from '@phosphor-icons/react/dist/csr/BracketsAngle'
import { Buildings } from '@phosphor-icons/react/dist/csr/Buildings'
import { IdentificationBadge } from '@phosphor-icons/react/dist/csr/IdentificationBadge'
import { Key } from '@phosphor-icons/react/dist/csr/Key'
import { UserPlus } from '@phosphor-icons/react/dist/csr/UserPlus'
import { Users } from '@phosphor-icons/react/dist/csr/Users'
import type { Command, SettingsTab } from '../../lib/area'

const home = '/$environmentId/settings'

export const settingsTabs: readonly SettingsTab[] = [
  {
    group: 'organization',
    to: `${home}/organization`,
    label: (t) => t('identity:settings.organization'),
    icon: Buildings,
    right: ['Settings', 'User', 'read'],
    grantedIn: 'organization',
  },
  {
    group: 'organization',
    to: `${home}/members`,
    label: (t) => t('identity:members.title'),
    icon: Users,
    right: ['Settings', 'User', 'read'],
    grantedIn: 'organization',
  },
  {
    group: 'organization',
    to: `${home}/roles`,
    label: (t) => t('identity:roles.title'),
    icon: IdentificationBadge,
    right: ['Settings', 'Role', 'read'],
    grantedIn: 'organization',
  },
  {
    group: 'programs',
    to: `${home}/tokens`,
    label: (t) => t('identity:tokens.title'),
    icon: BracketsAngle,
    right: ['Settings', 'Api Access Token', 'read'],
  },
  {
    group: 'programs',
    to: `${home}/signing-keys`,
    label: (t) => t('identity:keys.title'),
    icon: Key,
    right: ['Settings', 'Signing Key', 'read'],
  },
]

export const settingsCommands: readonly Command[] = [
  {
    to: `${home}/members`,
    label: (t) => t('identity:members.invite'),
    icon: UserPlus,
    href: (environmentId) => `/${environmentId}/settings/members?new=true`,
    right: ['Settings', 'User', 'create'],
    grantedIn: 'organization',
  },
  {
    to: `${home}/roles`,
    label: (t) => t('identity:roles.new'),
    icon: IdentificationBadge,
    href: (environmentId) => `/${environmentId}/settings/roles?new=true`,
    right: ['Settings', 'Role', 'create'],
    grantedIn: 'organization',
  },
  {
    to: `${home}/tokens`,
    label: (t) => t('identity:tokens.new'),
    icon: BracketsAngle,
    href: (environmentId) => `/${environmentId}/settings/tokens?new=true`,
    right: ['Settings', 'Api Access Token', 'create'],
    isSensitive: true,
  },
  {
    to: `${home}/signing-keys`,
    label: (t) => t('identity:keys.new'),
    icon: Key,
    href: (environmentId) => `/${environmentId}/settings/signing-keys?new=true`,
    right: ['Settings', 'Signing Key', 'create'],
    isSensitive: true,
  },
]
