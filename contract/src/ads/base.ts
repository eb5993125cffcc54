export const base = '/video/api/v1'

type Action = 'create' | 'read' | 'update' | 'delete'
export const channels = (action: Action) => ['Ad Insertion', 'Channel', action] as const
