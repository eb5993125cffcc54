export const base = '/video/api/v1'

type Action = 'create' | 'read' | 'update' | 'delete'
export const livestreams = (action: Action) => ['Livestreams', 'Livestream', action] as const
export const recordings = (action: Action) => ['Liverecordings', 'Recording', action] as const
export const streamKeys = (action: 'read' | 'update') => ['Livestreams', 'Stream Key', action] as const
