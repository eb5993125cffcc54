export const base = '/video/api/v1'

/** What is found in a video belongs to the video. */
export const videos = (action: 'read' | 'update' | 'create') => ['Videos', 'Video', action] as const
