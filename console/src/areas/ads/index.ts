import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import type { Area } from '../../lib/area'

export const ads: Area = {
  nav: [
    {
      group: 'live',
      to: '/$environmentId/ad-insertion',
      label: (t) => t('ads:channels.title'),
      icon: Megaphone,
      right: ['Ad Insertion', 'Channel', 'read'],
      keys: 'g s',
    },
  ],
}
