import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { FrameCorners } from '@phosphor-icons/react/dist/csr/FrameCorners'
import type { Area } from '../../lib/area'

const embeds = '/$environmentId/embedded_reports'

export const reports: Area = {
  nav: [
    {
      group: 'insight',
      to: embeds,
      label: (t) => t('reports:embedsTitle'),
      icon: FrameCorners,
      right: ['Embed Reports', 'Embed', 'read'],
      keys: 'g o',
    },
  ],
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
