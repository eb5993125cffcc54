import { Cloud } from '@phosphor-icons/react/dist/csr/Cloud'
import { CloudArrowUp } from '@phosphor-icons/react/dist/csr/CloudArrowUp'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

const to = '/$environmentId/settings/watch-folders'

export const intake: Area = {
  settings: [
    {
      group: 'programs',
      to,
      label: (t) => t('intake:folders.title'),
      icon: FolderOpen,
      right: ['Settings', 'Watch Folder', 'read'],
    },
    {
      group: 'programs',
      to: '/$environmentId/settings/cloud-connect',
      label: (t) => t('intake:accounts.title'),
      icon: LinkSimple,
      right: ['Settings', 'Cloud Connect', 'read'],
    },
    {
      group: 'programs',
      to: '/$environmentId/settings/export-rules',
      label: (t) => t('intake:exports.rules.title'),
      icon: CloudArrowUp,
      right: ['Settings', 'Export Rules', 'read'],
    },
  ],
  videoTabs: [
    {
      id: 'cloud-export',
      label: (t) => t('intake:exports.title'),
      right: ['Videos', 'Cloud Export', 'read'],
      after: 'metadata',
      isForRecordings: true,
      Content: lazy(async () => ({ default: (await import('./exports/exports-tab')).ExportsTab })),
    },
  ],
  bulkVideoActions: [
    {
      label: (t) => t('intake:exports.submit'),
      icon: CloudArrowUp,
      right: ['Videos', 'Cloud Export', 'create'],
      Dialog: lazy(async () => ({ default: (await import('./exports/bulk-export')).BulkExport })),
    },
  ],
  uploadSources: [
    {
      id: 'cloud',
      label: (t) => t('intake:imports.title'),
      icon: Cloud,
      right: ['Videos', 'Cloud Import', 'create'],
      Dialog: lazy(async () => ({ default: (await import('./imports/cloud-import')).CloudImport })),
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('intake:folders.new'),
      icon: FolderOpen,
      href: (environmentId) => `/${environmentId}/settings/watch-folders?new=true`,
      right: ['Settings', 'Watch Folder', 'create'],
    },
  ],
}
