import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { SocialPostsScreen } from '../../areas/social/posts/posts-screen'
import { socialPostsSearch } from '../../areas/social/search'

export const Route = createFileRoute('/$environmentId/social-publish')({
  validateSearch: socialPostsSearch,
  search: { middlewares: [stripSearchParams({ page: 1, q: '', new: false })] },
  component: SocialPostsScreen,
})
