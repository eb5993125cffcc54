export const base = '/video/api/v1'

type Doing = 'create' | 'read' | 'update' | 'delete'
export const videos = (action: Doing) => ['Videos', 'Video', action] as const
export const folders = (action: Doing) => ['DAM', 'Folder', action] as const
