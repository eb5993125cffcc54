import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import type { Area } from '../../lib/area'
import type texts from './i18n/en.json'
import { settingsCommands, settingsTabs } from './settings-tabs'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    identity: typeof texts
  }
}

export { requireNobody, requireUser } from './guards'
export { findPlace, homeEnvironment, useHere } from './here'
export { KindMark } from './parts/kind-mark'
export { OrganizationMark } from './parts/organization-mark'
export { meQuery } from './queries'
export { useRoleName } from './role-name'

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
  ],
  settings: settingsTabs,
}
