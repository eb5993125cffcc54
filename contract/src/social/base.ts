export const base = '/video/api/v1'

type Action = 'create' | 'read' | 'update' | 'delete'

export const postsPath = `${base}/social_posts`
export const accountsPath = `${base}/social_accounts`
export const appsPath = `${base}/social_apps`

export const posting = (action: Action) => ['Videos', 'Social Publish', action] as const
export const socialAccounts = (action: Action) => ['Settings', 'Social Media Account', action] as const
