import type { Content, SocialPost } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { postsOfVideoQuery, socialTargetsQuery } from '../queries'
import { NoAccounts } from './no-accounts'
import { usePostColumns } from './post-columns'

const PostForm = lazy(async () => ({ default: (await import('./post-form')).PostForm }))

/** Tab with the posts of a video. */
export function PostsTab({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const rights = useRights('Videos', 'Social Publish')
  const [page, setPage] = useState(1)
  /** The post in the dialog; null for a new one. */
  const [open, setOpen] = useState<SocialPost | null>()
  const list = useQuery({ ...postsOfVideoQuery(environment.id, content.id, page), enabled: rights.read })
  const targets = useQuery({ ...socialTargetsQuery(environment.id), enabled: rights.read }).data?.items
  const columns = usePostColumns({ onEdit: setOpen })
  if (!rights.read)
    return (
      <div className="pt-8">
        <NoAccess what={t('social:posts.title')} />
      </div>
    )
  const isEmpty = list.data?.totalItems === 0
  if (isEmpty && targets?.length === 0)
    return (
      <div className="pt-8">
        <NoAccounts />
      </div>
    )
  const mayPost = rights.create && content.trashedAt === null && content.status === 'ready'
  const make = mayPost && targets !== undefined && targets.length > 0 && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setOpen(null)}
    >
      {t('social:posts.new')}
    </Button>
  )
  return (
    <div className="pt-4">
      {!isEmpty && <div className="flex justify-end pb-3 empty:hidden">{make}</div>}
      <PagedList
        label={t('social:posts.list')}
        list={list}
        columns={columns}
        rowName={({ title, accountName }) => title || accountName}
        page={page}
        onPage={setPage}
        failed={t('social:posts.failed')}
        empty={
          <div className="pt-4">
            <State icon={<ShareNetwork size={20} />} title={t('social:posts.none')} actions={make}>
              {t('social:posts.noneAbout')}
            </State>
          </div>
        }
      />
      <Suspense>
        {open !== undefined && targets !== undefined && (
          <PostForm
            key={open?.id}
            targets={targets}
            content={content}
            post={open}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
