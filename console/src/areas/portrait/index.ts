import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import type { Area } from '../../lib/area'

const to = '/$environmentId/portrait-pro'

export const portrait: Area = {
  nav: [
    {
      group: 'library',
      to,
      label: (t) => t('portrait:list.title'),
      icon: DeviceMobile,
      right: ['Portrait Pro', 'Portrait', 'read'],
      keys: 'g p',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('portrait:list.new'),
      icon: DeviceMobile,
      href: (environmentId) => `/${environmentId}/portrait-pro?new=true`,
      right: ['Portrait Pro', 'Portrait', 'create'],
    },
  ],
}
