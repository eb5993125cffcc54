import { socialCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { deletedVideos } from './deleted-videos.ts'
import {
  cancelPost,
  createPost,
  createPosts,
  getPost,
  listPosts,
  listPostsOf,
  publishPost,
  resolvePost,
  updatePost,
} from './posts.ts'

export const feature: Feature<Social> = {
  sealed: secretColumns(socialPosts.step),
  subscriptions: () => [deletedVideos],
  routes(server, social) {
    route(server, calls.createSocialUpload, ({ caller, params, body }) =>
      createPost(social, caller, params.id, body),
    )
    route(server, calls.createSocialPosts, async ({ caller, body }) => ({
      items: await createPosts(social, caller, body.posts),
    }))
    route(server, calls.listSocialUploads, ({ caller, params, query }) =>
      listPostsOf(social, caller.scope, params.id, query),
    )
    route(server, calls.listSocialPosts, ({ caller, query }) => listPosts(social, caller.scope, query))
    route(server, calls.getSocialPost, ({ caller, params }) => getPost(social, caller.scope, params.id))
    route(server, calls.updateSocialPost, ({ caller, params, body }) =>
      updatePost(social, caller, params.id, body),
    )
    route(server, calls.publishSocialPost, ({ caller, params }) => publishPost(social, caller, params.id))
    route(server, calls.cancelSocialPost, ({ caller, params }) => cancelPost(social, caller, params.id))
    route(server, calls.resolveSocialPost, ({ caller, params, body }) =>
      resolvePost(social, caller, params.id, body.url),
    )
  },
}
