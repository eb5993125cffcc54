import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'
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
  videoTabs: [
    {
      id: 'analytics',
      label: (t) => t('analytics:videoTabs.analytics'),
      right: ['Analytics', 'Views', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./videos/video-analytics')).VideoAnalytics })),
    },
    {
      id: 'monitoring',
      label: (t) => t('analytics:videoTabs.monitoring'),
      right: ['Analytics', 'Views', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({
        default: (await import('./monitoring/video-monitoring')).VideoMonitoring,
      })),
    },
  ],
  streamParts: {
    viewers: lazy(async () => ({ default: (await import('./monitoring/live-monitoring')).LiveMonitoring })),
  },
  tray: LazyExportTray,
}
