import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import type { Area } from '../../lib/area'

export const reports: Area = {
  commands: [
    {
      to: '/$environmentId/cdn_analytics/reports',
      label: (t) => t('reports:list.title'),
      icon: ChartLine,
      href: (environmentId) => `/${environmentId}/cdn_analytics/reports`,
      right: ['Analytics', 'Report', 'read'],
    },
  ],
}
