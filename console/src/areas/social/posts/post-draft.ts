import type { Content, SocialNetwork, SocialPost, SocialTarget } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { localTime } from '../../../lib/time/local-time'
import type { When } from './post-time-fields'

type Privacy = SocialPost['privacy']

interface Words {
  readonly title: string
  readonly text: string
}

/** A post as it is written: one text for all accounts, and where a person wants that, another one at a network. */
export interface PostDraft extends Words {
  readonly contentId: string
  readonly accountIds: readonly string[]
  readonly tags: readonly string[]
  readonly own: Partial<Record<SocialNetwork, Words>>
  readonly privacies: Partial<Record<SocialNetwork, Privacy>>
  readonly withThumbnail: boolean
  readonly withCaptions: boolean
  readonly when: When
  readonly time: string
}

/** The hour that is proposed for a post of a later day. */
const HOUR = '09:00'

/** A new draft with the words of a video, for the first account that can post, at once or on a later day; or that of a
 * post. */
export function startOf(
  targets: readonly SocialTarget[],
  content: Content | null,
  post: SocialPost | null,
  day?: string,
): PostDraft {
  if (post === null) {
    const first = targets.find(({ state }) => state === 'connected') ?? targets[0]
    return {
      contentId: content?.id ?? '',
      accountIds: first === undefined ? [] : [first.id],
      title: content?.title ?? '',
      text: content?.description ?? '',
      tags: content?.tags ?? [],
      own: {},
      privacies: {},
      withThumbnail: false,
      withCaptions: false,
      when: day === undefined ? 'now' : 'later',
      time: day === undefined ? '' : `${day}T${HOUR}`,
    }
  }
  const { contentId, accountId, title, text, tags, network, privacy, publishAt } = post
  return {
    contentId,
    accountIds: accountId === null ? [] : [accountId],
    title,
    text,
    tags,
    own: {},
    privacies: { [network]: privacy },
    withThumbnail: post.withThumbnail,
    withCaptions: post.withCaptions,
    when: publishAt === null ? 'now' : 'later',
    time: publishAt === null ? '' : localTime(new Date(publishAt)),
  }
}

/** The words for a network. */
export function wordsAt({ title, text, own }: PostDraft, network: SocialNetwork): Words {
  return own[network] ?? { title, text }
}

/** The chosen privacy at a network, or the most private one that it has. */
export function privacyAt({ privacies }: PostDraft, network: SocialNetwork): Privacy {
  return privacies[network] ?? networkProfiles[network].privacies.at(-1) ?? 'private'
}

/** The fields of a draft for an account. */
export function fieldsFor(draft: PostDraft, { id, network }: SocialTarget) {
  const { title, text } = wordsAt(draft, network)
  const { takesExtras } = networkProfiles[network]
  return {
    accountId: id,
    title: title.trim(),
    text,
    tags: [...draft.tags],
    privacy: privacyAt(draft, network),
    withThumbnail: takesExtras && draft.withThumbnail,
    withCaptions: takesExtras && draft.withCaptions,
  }
}
