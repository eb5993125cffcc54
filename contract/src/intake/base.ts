type Action = 'create' | 'read' | 'update' | 'delete'

export const path = '/video/api/v1/watch_folders'
export const watchFolders = (action: Action) => ['Settings', 'Watch Folder', action] as const
