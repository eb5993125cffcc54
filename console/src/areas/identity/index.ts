import { Buildings } from '@phosphor-icons/react/dist/csr/Buildings'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { ShieldStar } from '@phosphor-icons/react/dist/csr/ShieldStar'
import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import { UserCircle } from '@phosphor-icons/react/dist/csr/UserCircle'
import type { Area } from '../../lib/area'
import type texts from './i18n/en.json'
import { settingsCommands, settingsTabs } from './settings-tabs'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    identity: typeof texts
  }
}

export { requireNobody, requireUnverified, requireUser } from './guards'
export { findPlace, homeEnvironment, useHere } from './here'
export { FormProblem } from './parts/form-problem'
export { ImpersonationBar } from './parts/impersonation-bar'
export { KindMark } from './parts/kind-mark'
export { OrganizationMark } from './parts/organization-mark'
export { OrganizationTile } from './parts/organization-tile'
export { SupportLink } from './parts/support-link'
export { meQuery } from './queries'
export { useRoleName } from './role-name'
export { useChooseLanguage } from './use-choose-language'

const to = '/$environmentId/environments'

export const identity: Area = {
  nav: [
    {
      group: 'foot',
      to,
      label: (t) => t('identity:environments.title'),
      icon: Stack,
      right: ['Environments', 'Environment', 'read'],
      heldIn: 'organization',
      keys: 'g e',
    },
    {
      group: 'foot',
      to: '/$environmentId/administration',
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
      heldIn: 'organization',
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
}
