import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

// The shell loads this file, so the component loads when it is shown.
export const VideoAnalytics = lazy(async () => ({
  default: (await import('./video/video-analytics')).VideoAnalytics,
}))

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
