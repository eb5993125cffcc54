import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { Record } from '@phosphor-icons/react/dist/csr/Record'
import { lazy } from 'react'
import type { Area } from '../../lib/area'
import { LiveCount } from './live-count'
import { streamSearchSource } from './search-source'

// The shell loads this file, so components for other areas load when they are shown.
export const StreamSelect = lazy(async () => ({
  default: (await import('./streams/stream-select')).StreamSelect,
}))

export const StreamAudio = lazy(async () => ({
  default: (await import('./monitoring/stream-audio')).StreamAudio,
}))

const to = '/$environmentId/live-stream'

export const live: Area = {
  nav: [
    {
      group: 'live',
      to,
      label: (t) => t('live:streams.entry'),
      short: (t) => t('live:streams.short'),
      icon: Broadcast,
      right: ['Livestreams', 'Livestream', 'read'],
      keys: 'g b',
      count: LiveCount,
    },
    {
      group: 'live',
      to: '/$environmentId/live-recording',
      label: (t) => t('live:recordings.entry'),
      short: (t) => t('live:recordings.short'),
      icon: Record,
      right: ['Liverecordings', 'Recording', 'read'],
      keys: 'g r',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('live:streams.new'),
      icon: Broadcast,
      href: (environmentId) => `/${environmentId}/live-stream?new=true`,
      right: ['Livestreams', 'Livestream', 'create'],
    },
  ],
  searchSources: [streamSearchSource],
  recordingPart: lazy(async () => ({ default: (await import('./gaps/recording-gaps')).RecordingGaps })),
}
