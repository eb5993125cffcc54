import { api } from '../../../lib/api'
import type { SearchSource } from '../../../lib/area'

const maxResults = 5

/** Search source of the palette: what is said in videos. */
export const momentSearchSource: SearchSource = {
  id: 'moments',
  heading: (t) => t('intelligence:said'),
  to: '/$environmentId/ai-search',
  right: ['Videos', 'Video', 'read'],
  search: async (phrase, environmentId, signal) => {
    const body = { phrase, places: ['speech' as const], pageSize: maxResults }
    const { items } = await api('searchMoments', { body, environmentId, signal })
    return items.map(({ content, start, text, thumbnailUrl }) => ({
      id: `${content.id} ${start}`,
      title: text,
      note: content.title,
      thumbnailUrl,
      href: `/${environmentId}/videos/${content.id}/ai-analysis?t=${start}`,
      end: (format) => format.duration(start),
    }))
  },
}
