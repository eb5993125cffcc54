import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import type { Area } from '../../lib/area'

const to = '/$environmentId/cdn_analytics/reports'

export const reports: Area = {
  commands: [
    {
      to,
      label: (t) => t('reports:list.title'),
      icon: EnvelopeSimple,
      href: (environmentId) => `/${environmentId}/cdn_analytics/reports`,
      right: ['Analytics', 'Report', 'read'],
    },
    {
      to,
      label: (t) => t('reports:list.new'),
      icon: Plus,
      href: (environmentId) => `/${environmentId}/cdn_analytics/reports/new`,
      right: ['Analytics', 'Report', 'create'],
    },
  ],
}
