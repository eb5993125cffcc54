import { Plugs } from '@phosphor-icons/react/dist/csr/Plugs'
import type { Area } from '../../lib/area'

const to = '/$environmentId/v-connect'

export const vconnect: Area = {
  nav: [
    {
      group: 'live',
      to,
      label: (t) => t('vconnect:title'),
      icon: Plugs,
      right: ['V-Connect', 'Connector', 'read'],
      keys: 'g k',
    },
  ],
}
