import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import type { Area } from '../../lib/area'
import { LazyExportTray } from './exports/lazy-tray'

const to = '/$environmentId/analytics'

export const analytics: Area = {
  nav: [
    {
      group: 'insight',
      to,
      label: (t) => t('analytics:title'),
      icon: ChartLine,
      right: ['Analytics', 'Views', 'read'],
      keys: 'g n',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('analytics:tabs.videos'),
      icon: ChartLine,
      href: (environmentId) => `/${environmentId}/analytics?tab=videos`,
      right: ['Analytics', 'Views', 'read'],
    },
  ],
  tray: LazyExportTray,
}
