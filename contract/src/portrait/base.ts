export const path = '/video/api/v1/portraits'

export const portraits = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['Portrait Pro', 'Portrait', action] as const
