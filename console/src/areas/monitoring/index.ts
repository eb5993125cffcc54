import { SquaresFour } from '@phosphor-icons/react/dist/csr/SquaresFour'
import type { Area } from '../../lib/area'
import { StreamAudio } from '../live'

export const monitoring: Area = {
  nav: [
    {
      group: 'watch',
      to: '/$environmentId/monitoring',
      label: (t) => t('monitoring:title'),
      icon: SquaresFour,
      right: ['Livestreams', 'Livestream', 'read'],
      keys: 'g x',
    },
  ],
  tileParts: {
    livestream: {
      label: (t) => t('monitoring:tile.livestream'),
      right: ['Livestreams', 'Livestream', 'read'],
      objectType: 'live_stream',
      Listen: StreamAudio,
      href: (environmentId, id) => `/${environmentId}/live-stream/${id}`,
    },
  },
}
