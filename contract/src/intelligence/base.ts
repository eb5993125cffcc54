export const base = '/video/api/v1'

/** Rights on videos, to which all that is found in them belongs. */
export const videos = (action: 'read' | 'update' | 'create') => ['Videos', 'Video', action] as const
