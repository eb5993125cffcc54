import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import type { Area } from '../../lib/area'
import { lazy } from '../../lib/lazy'

const to = '/$environmentId/social-publish'
const right = ['Videos', 'Social Publish', 'read'] as const

export const social: Area = {
  nav: [
    {
      group: 'library',
      to,
      label: (t) => t('social:posts.title'),
      icon: ShareNetwork,
      right,
      keys: 'g u',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('social:posts.new'),
      icon: ShareNetwork,
      href: (environmentId) => `/${environmentId}/social-publish?new=true`,
      right: ['Videos', 'Social Publish', 'create'],
    },
  ],
  settings: [
    {
      group: 'programs',
      to: '/$environmentId/settings/social-accounts',
      label: (t) => t('social:accounts.title'),
      icon: UsersThree,
      right: ['Settings', 'Social Media Account', 'read'],
    },
  ],
  videoTabs: [
    {
      id: 'social-publish',
      label: (t) => t('social:posts.title'),
      right,
      after: 'metadata',
      Content: lazy(async () => ({ default: (await import('./posts/posts-tab')).PostsTab })),
    },
  ],
  bulkVideoActions: [
    {
      label: (t) => t('social:posts.bulk.action'),
      icon: ShareNetwork,
      right: ['Videos', 'Social Publish', 'create'],
      Dialog: lazy(async () => ({ default: (await import('./posts/bulk-posts')).BulkPosts })),
    },
  ],
}
