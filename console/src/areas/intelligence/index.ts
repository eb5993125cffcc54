import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

export const intelligence: Area = {
  videoTabs: [
    {
      id: 'ai-clips',
      isForRecordings: true,
      label: (t) => t('intelligence:clipsTab'),
      right: ['Videos', 'Video', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./ai-clips/clips-tab')).AiClipsTab })),
    },
    {
      id: 'ai-analysis',
      isForRecordings: true,
      label: (t) => t('intelligence:tab'),
      right: ['Videos', 'Video', 'read'],
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./analysis/analysis-tab')).AnalysisTab })),
    },
  ],
}
