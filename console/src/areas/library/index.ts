import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { lazy } from 'react'
import type { Area } from '../../lib/area'
import type texts from './i18n/en.json'
import { videoAnswers } from './video-answers'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    library: typeof texts
  }
}

const to = '/$environmentId/videos'

export const library: Area = {
  nav: [
    {
      group: 'library',
      to,
      label: (t) => t('library:videos.title'),
      icon: FilmStrip,
      right: ['Videos', 'Video', 'read'],
      keys: 'g v',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('library:fromUrl.title'),
      icon: LinkSimple,
      href: (environmentId) => `/${environmentId}/videos?add=url`,
      right: ['Videos', 'Video', 'create'],
    },
  ],
  answers: [videoAnswers],
  tray: lazy(async () => ({ default: (await import('./parts/tray/tray')).Tray })),
}
