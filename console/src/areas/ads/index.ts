import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import type { Area } from '../../lib/area'

const to = '/$environmentId/ad-insertion'

export const ads: Area = {
  nav: [
    {
      group: 'live',
      to,
      label: (t) => t('ads:channels.title'),
      short: (t) => t('ads:channels.short'),
      icon: Megaphone,
      right: ['Ad Insertion', 'Channel', 'read'],
      keys: 'g i',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('ads:channels.new'),
      icon: Megaphone,
      href: (environmentId) => `/${environmentId}/ad-insertion?new=true`,
      right: ['Ad Insertion', 'Channel', 'create'],
    },
  ],
}
