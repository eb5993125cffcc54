import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { lazy } from 'react'
import type { Area } from '../../lib/area'

// The shell loads this file, so components for other areas load when they are shown.
export const CpmFields = lazy(async () => ({ default: (await import('./channels/cpm-fields')).CpmFields }))

export const ads: Area = {
  nav: [
    {
      group: 'live',
      to: '/$environmentId/ad-insertion',
      label: (t) => t('ads:channels.title'),
      icon: Megaphone,
      right: ['Ad Insertion', 'Channel', 'read'],
      keys: 'g s',
    },
  ],
}
