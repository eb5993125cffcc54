import { Heartbeat } from '@phosphor-icons/react/dist/csr/Heartbeat'
import type { Area } from '../../lib/area'

export const infra: Area = {
  nav: [
    {
      group: 'watch',
      to: '/$environmentId/infraMonitor',
      label: (t) => t('infra:title'),
      icon: Heartbeat,
      isForAdmins: true,
      keys: 'g h',
    },
  ],
}
