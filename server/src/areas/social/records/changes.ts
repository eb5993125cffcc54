import { changeRecorder } from '../../../platform/events/changes.ts'
import type { AccountRow, AppRow, PostRow } from './tables.ts'

/** Records a change of the app of a network. */
export const recordApp = changeRecorder(
  ({ id, environmentId, network }: AppRow, verb: 'updated' | 'deleted') => ({
    environmentId,
    object: { type: 'social_app', id, name: network },
    action: `social_app.${verb}` as const,
  }),
)

/** Records a change of an account. `ended`: the network has ended the connection. */
export const recordAccount = changeRecorder(
  (account: AccountRow, verb: 'connected' | 'ended' | 'deleted') => {
    const { id, environmentId, network, name, remoteId, reason } = account
    const object = { type: 'social_account', id, name } as const
    const data = { accountId: id, network, name, remoteId, reason }
    const event = { type: `video.social_account.${verb}` as const, data }
    if (verb === 'ended') return { environmentId, object, event }
    return { environmentId, object, event, action: `social_account.${verb}` as const }
  },
)

type PostVerb =
  | 'created'
  | 'scheduled'
  | 'updated'
  | 'started'
  | 'published'
  | 'failed'
  | 'unknown'
  | 'canceled'
  | 'resolved'

/** Records a change of a post. `started`: a person has it published now. */
export const recordPost = changeRecorder((post: PostRow, verb: PostVerb) => {
  const { id, environmentId, title, accountName, contentId, accountId, network } = post
  const object = { type: 'social_post', id, name: title || accountName } as const
  const { state, fault, reason, remoteId, url } = post
  const publishAt = post.publishAt?.toISOString() ?? null
  const data = {
    postId: id,
    contentId,
    accountId,
    network,
    title,
    state,
    fault,
    reason,
    publishAt,
    remoteId,
    url,
  }
  const event = <Type extends string>(type: Type) => ({ type: `video.social_post.${type}` as const, data })
  switch (verb) {
    case 'created':
      return { environmentId, object, action: 'social_post.created' }
    case 'updated':
      return { environmentId, object, action: 'social_post.updated' }
    case 'scheduled':
      return { environmentId, object, event: event('scheduled'), action: 'social_post.created' }
    case 'started':
      return { environmentId, object, event: event('scheduled'), action: 'social_post.published' }
    case 'resolved':
      return { environmentId, object, event: event('published'), action: 'social_post.resolved' }
    case 'canceled':
      return { environmentId, object, event: event('canceled'), action: 'social_post.canceled' }
    default:
      return { environmentId, object, event: event(verb) }
  }
})
