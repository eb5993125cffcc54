import { api } from '../../lib/api'
import type { SearchSource } from '../../lib/area'

const maxResults = 5

/** Videos whose title, description or tags match the phrase. */
export const videoSearchSource: SearchSource = {
  id: 'videos',
  heading: (t) => t('library:videos.title'),
  to: '/$environmentId/videos/$contentId',
  right: ['Videos', 'Video', 'read'],
  search: async (phrase, environmentId, signal) => {
    const query = { phrase, pageSize: maxResults }
    const { items } = await api('listContents', { query, environmentId, signal })
    return items.map(({ id, title, tags, duration, poster }) => ({
      id,
      title,
      thumbnailUrl: poster,
      href: `/${environmentId}/videos/${id}`,
      ...(tags.length > 0 && { note: tags.join(', ') }),
      ...(duration !== null && { end: (format) => format.duration(duration) }),
    }))
  },
}

/** Folders whose name matches the phrase. */
export const folderSearchSource: SearchSource = {
  id: 'folders',
  heading: (t) => t('library:dam.folders'),
  to: '/$environmentId/dam',
  right: ['DAM', 'Folder', 'read'],
  search: async (phrase, environmentId, signal) => {
    const query = { phrase, pageSize: 1, showAssetCollections: true }
    const { assetCollections } = await api('listContents', { query, environmentId, signal })
    return assetCollections.slice(0, maxResults).map(({ id, name }) => ({
      id,
      title: name,
      href: `/${environmentId}/dam?folder=${id}`,
    }))
  },
}
