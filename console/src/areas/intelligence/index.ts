import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

export const intelligence: Area = {
  videoTabs: [
    {
      id: 'ai-analysis',
      label: (t) => t('intelligence:tab'),
      right: ['Videos', 'Video', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./analysis/analysis-tab')).AnalysisTab })),
    },
  ],
}
