import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import type { Area } from '../../lib/area'

export const analytics: Area = {
  nav: [
    {
      group: 'insight',
      to: '/$environmentId/analytics',
      label: (t) => t('analytics:title'),
      icon: ChartLine,
      right: ['Analytics', 'Views', 'read'],
      keys: 'g n',
    },
  ],
}
