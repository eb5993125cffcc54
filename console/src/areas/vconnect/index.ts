import { Path } from '@phosphor-icons/react/dist/csr/Path'
import type { Area } from '../../lib/area'

const to = '/$environmentId/v-connect'

export const vconnect: Area = {
  nav: [
    {
      group: 'live',
      to,
      label: (t) => t('vconnect:title'),
      icon: Path,
      right: ['V-Connect', 'Connector', 'read'],
      keys: 'g k',
    },
  ],
  tileParts: {
    vconnect: {
      label: (t) => t('vconnect:title'),
      right: ['V-Connect', 'Connector', 'read'],
      objectType: 'vconnect_input',
      href: (environmentId, id) => `/${environmentId}/v-connect/${id}`,
    },
  },
}
