import type { SocialPost } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { NetworkMark, networkName } from '../network-mark'
import { PostMenu } from './post-menu'
import { PostState } from './post-state'
import { PostTime } from './post-time'

interface PostColumns {
  readonly onEdit: (post: SocialPost) => void
  /** Names the video of each post: in the list of all videos. */
  readonly withVideo?: true
}

export function usePostColumns({ onEdit, withVideo }: PostColumns): Column<SocialPost>[] {
  const t = useText()
  return [
    {
      id: 'post',
      head: t('social:posts.columns.post'),
      cell: (post) => (
        <span className="block min-w-0 max-sm:py-1">
          <span className="own-way cut block font-mid">
            <bdi>{post.title || post.accountName}</bdi>
          </span>
          {withVideo && <VideoName post={post} />}
          <span className="block sm:hidden">
            <Account post={post} />
          </span>
          <span className="block pt-1 sm:hidden">
            <PostState post={post} />
          </span>
          <span className="block pt-1 text-12 md:hidden">
            <PostTime post={post} />
          </span>
          {post.url !== null && <PostLink post={post} url={post.url} />}
        </span>
      ),
    },
    {
      id: 'account',
      head: t('social:posts.columns.account'),
      width: '11rem',
      from: 'sm',
      cell: (post) => <Account post={post} />,
    },
    {
      id: 'state',
      head: t('social:posts.columns.state'),
      width: '32%',
      from: 'sm',
      cell: (post) => <PostState post={post} />,
    },
    {
      id: 'time',
      head: t('social:posts.columns.time'),
      width: '11rem',
      from: 'md',
      cell: (post) => <PostTime post={post} />,
    },
    {
      id: 'menu',
      head: t('social:posts.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (post) => <PostMenu post={post} onEdit={() => onEdit(post)} />,
    },
  ]
}

function Account({ post: { network, accountName } }: { readonly post: SocialPost }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink-2">
      <NetworkMark network={network} size={16} />
      <span className="sr-only">{networkName(network)}</span>
      <span className="own-way cut">
        <bdi>{accountName}</bdi>
      </span>
    </span>
  )
}

function VideoName({ post }: { readonly post: SocialPost }) {
  const t = useText()
  const { contentId, contentTitle, environmentId } = post
  return (
    <span className="cut block text-12 text-ink-3">
      {contentTitle === null ? (
        t('social:posts.deletedVideo')
      ) : (
        <TextLink to="/$environmentId/videos/$contentId/social-publish" params={{ environmentId, contentId }}>
          <bdi>{contentTitle}</bdi>
        </TextLink>
      )}
    </span>
  )
}

function PostLink({ post, url }: { readonly post: SocialPost; readonly url: string }) {
  const t = useText()
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 pt-0.5 text-12 text-act-text hover:underline"
    >
      {t('social:posts.actions.open', { network: networkName(post.network) })}
      <ArrowSquareOut size={13} aria-hidden />
    </a>
  )
}
