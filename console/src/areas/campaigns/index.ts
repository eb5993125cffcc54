import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { Handshake } from '@phosphor-icons/react/dist/csr/Handshake'
import type { Area } from '../../lib/area'

export const campaigns: Area = {
  nav: [
    {
      group: 'live',
      to: '/$environmentId/campaigns',
      label: (t) => t('campaigns:campaigns.title'),
      icon: Flag,
      right: ['Ad Insertion', 'Campaign', 'read'],
      keys: 'g c',
    },
  ],
  settings: [
    {
      group: 'partners',
      to: '/$environmentId/settings/advertisers',
      label: (t) => t('campaigns:advertisers.title'),
      icon: Handshake,
      right: ['Settings', 'Adv Tenant OnBoarding', 'read'],
    },
  ],
}
