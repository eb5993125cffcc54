import { api } from '../../lib/api'
import type { AnswerSource } from '../../lib/area'

const mostAnswers = 5

/** Videos whose title, description or tags match what is typed into the palette. */
export const videoAnswers: AnswerSource = {
  id: 'videos',
  heading: (t) => t('library:videos.title'),
  to: '/$environmentId/videos/$contentId',
  right: ['Videos', 'Video', 'read'],
  search: async (phrase, environmentId, signal) => {
    const query = { phrase, pageSize: mostAnswers }
    const { items } = await api('listContents', { query, environmentId, signal })
    return items.map(({ id, title, tags, duration, poster }) => ({
      id,
      title,
      picture: poster,
      href: `/${environmentId}/videos/${id}`,
      ...(tags.length > 0 && { note: tags.join(', ') }),
      ...(duration !== null && { end: (format) => format.duration(duration) }),
    }))
  },
}
