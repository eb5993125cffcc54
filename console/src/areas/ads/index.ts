import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

// The shell loads this file, so components for other areas load when they are shown.
export const CpmFields = lazy(async () => ({ default: (await import('./channels/cpm-fields')).CpmFields }))

export const ads: Area = {
  nav: [
    {
      group: 'live',
      to: '/$environmentId/ad_insertion',
      label: (t) => t('ads:channels.title'),
      icon: Megaphone,
      right: ['Ad Insertion', 'Channel', 'read'],
      keys: 'g s',
    },
  ],
  videoTabs: [
    {
      id: 'scte',
      label: (t) => t('ads:videoTabs.breaks'),
      right: ['Ad Insertion', 'Channel', 'read'],
      after: 'subtitles',
      Content: lazy(async () => ({ default: (await import('./breaks/breaks-tab')).BreaksTab })),
    },
    {
      id: 'ad-insertions',
      label: (t) => t('ads:videoTabs.insertions'),
      right: ['Ad Insertion', 'Channel', 'read'],
      after: 'subtitles',
      Content: lazy(async () => ({ default: (await import('./breaks/insertions-tab')).InsertionsTab })),
    },
  ],
  streamParts: {
    channels: lazy(async () => ({ default: (await import('./breaks/live-channels')).LiveChannels })),
  },
}
