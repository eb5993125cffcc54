import { api } from '../../lib/api'
import type { SearchSource } from '../../lib/area'

const maxResults = 5

/** Live streams whose name, group, tags or metadata match the phrase. */
export const streamSearchSource: SearchSource = {
  id: 'livestreams',
  heading: (t) => t('live:streams.title'),
  to: '/$environmentId/live-stream/$streamId',
  right: ['Livestreams', 'Livestream', 'read'],
  search: async (phrase, environmentId, signal) => {
    const query = { phrase, pageSize: maxResults }
    const { items } = await api('listLivestreams', { query, environmentId, signal })
    return items.map(({ id, name, group }) => ({
      id,
      title: name,
      href: `/${environmentId}/live-stream/${id}`,
      ...(group !== null && { note: group }),
    }))
  },
}
