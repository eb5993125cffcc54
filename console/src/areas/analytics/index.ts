import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { ChartLineUp } from '@phosphor-icons/react/dist/csr/ChartLineUp'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'
import { LazyExportTray } from './exports/lazy-tray'

export const analytics: Area = {
  nav: [
    {
      group: 'insight',
      to: '/$environmentId/cdn_analytics',
      label: (t) => t('analytics:titles.general'),
      short: (t) => t('analytics:title'),
      icon: ChartLine,
      right: ['Analytics', 'Views', 'read'],
      keys: 'g n',
    },
    {
      group: 'insight',
      to: '/$environmentId/Adv_analytics',
      label: (t) => t('analytics:titles.advanced'),
      short: (t) => t('analytics:tabs.performance'),
      icon: ChartLineUp,
      anyOf: [
        { right: ['Adv Analytics', 'Performance', 'read'], and: ['Analytics', 'Views', 'read'] },
        { right: ['Adv Analytics', 'Video Analytics', 'read'], and: ['Analytics', 'Views', 'read'] },
      ],
      keys: 'g w',
    },
  ],
  videoTabs: [
    {
      id: 'analytics',
      label: (t) => t('analytics:videoTabs.analytics'),
      right: ['Adv Analytics', 'Video Analytics', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./videos/video-analytics')).VideoAnalytics })),
    },
    {
      id: 'monitoring',
      isForRecordings: true,
      label: (t) => t('analytics:videoTabs.monitoring'),
      right: ['Adv Analytics', 'Performance', 'read'],
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
