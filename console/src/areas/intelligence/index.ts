import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Scan } from '@phosphor-icons/react/dist/csr/Scan'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'
import { momentSearchSource } from './search/search-source'

export const intelligence: Area = {
  nav: [
    {
      group: 'library',
      to: '/$environmentId/ai-search',
      label: (t) => t('intelligence:searchTitle'),
      icon: MagnifyingGlass,
      right: ['Videos', 'Video', 'read'],
      keys: 'g f',
    },
  ],
  settings: [
    {
      group: 'programs',
      to: '/$environmentId/settings/ai-analysis',
      label: (t) => t('intelligence:tab'),
      icon: Scan,
      right: ['Settings', 'Encoding Profile', 'read'],
    },
  ],
  searchSources: [momentSearchSource],
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
