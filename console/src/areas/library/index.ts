import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import type { Area } from '../../lib/area'
import type texts from './i18n/en.json'
import { videoAnswers } from './video-answers'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    library: typeof texts
  }
}

export const library: Area = {
  nav: [
    {
      group: 'library',
      to: '/$environmentId/videos',
      label: (t) => t('library:videos.title'),
      icon: FilmStrip,
      right: ['Videos', 'Video', 'read'],
      keys: 'g v',
    },
  ],
  answers: [videoAnswers],
}
