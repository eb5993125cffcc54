import { Buildings } from '@phosphor-icons/react/dist/csr/Buildings'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { ShieldStar } from '@phosphor-icons/react/dist/csr/ShieldStar'
import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import { UserCircle } from '@phosphor-icons/react/dist/csr/UserCircle'
import { lazy } from 'react'
import type { Area } from '../../lib/area'
import { settingsCommands, settingsTabs } from './settings-tabs'

export { useChooseLanguage } from './accounts/use-choose-language'
export { FormProblem } from './form-problem'
export { requireMissingFactor, requireUnverified, requireUser } from './guards'
export { useInviteMember } from './members/queries'
export { NoAccess } from './no-access'
export { EnvironmentName } from './organizations/environment-name'
export { KindMark } from './organizations/kind-mark'
export { OrganizationMark } from './organizations/organization-mark'
export { OrganizationTile } from './organizations/organization-tile'
export { meQuery } from './queries'
export { useRoleName } from './roles/role-name'
export { ImpersonationBar } from './sign-out/impersonation-bar'
export type { RoleFilterProps } from './slots'
export { SupportLink } from './support-link'
export { type Rights, useRights } from './use-rights'
export { findEnvironment, homeEnvironment, useWorkspace } from './workspace'

// The shell loads this file, so components for other areas load when they are shown.
export const InvitationLink = lazy(async () => ({
  default: (await import('./members/invitation-link')).InvitationLink,
}))

export const SettingsForm = lazy(async () => ({ default: (await import('./settings-form')).SettingsForm }))

const to = '/$environmentId/environments'
const administration = '/$environmentId/administration'

export const identity: Area = {
  nav: [
    {
      group: 'foot',
      to,
      label: (t) => t('identity:environments.title'),
      icon: Stack,
      right: ['Environments', 'Environment', 'read'],
      grantedIn: 'organization',
      keys: 'g e',
    },
    {
      group: 'foot',
      to: administration,
      label: (t) => t('identity:administration.title'),
      icon: ShieldStar,
      isForAdmins: true,
      keys: 'g a',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('identity:environments.new'),
      icon: Plus,
      href: (environmentId) => `/${environmentId}/environments?new=true`,
      right: ['Environments', 'Environment', 'create'],
      grantedIn: 'organization',
    },
    ...settingsCommands,
    {
      to: '/$environmentId/account',
      label: (t) => t('identity:account.title'),
      icon: UserCircle,
      href: (environmentId) => `/${environmentId}/account`,
      keys: 'g m',
    },
    {
      to: '/$environmentId/account',
      label: (t) => t('identity:account.newOrganization'),
      icon: Buildings,
      href: (environmentId) => `/${environmentId}/account?dialog=organization`,
    },
  ],
  settings: settingsTabs,
  administration: [
    { to: administration, label: (t) => t('identity:administration.people') },
    { to: `${administration}/organizations`, label: (t) => t('identity:administration.organizations') },
  ],
}
