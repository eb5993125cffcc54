import type { Content } from '@kinora/contract'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Page } from '../../../ui/page'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { videoItem } from '../parts/item'
import { usePageSize } from '../preferences'
import { contentsQuery } from '../queries'
import { filteredQueryOf, isNarrowed } from '../search'
import { NoSocialClips } from '../social-clips/no-social-clips'
import { UploadButton } from '../uploads/upload-button'
import { ListTabs } from './list-tabs'
import { VideoList } from './video-list'

const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))
const EmptyLibrary = lazy(async () => ({ default: (await import('./empty-library')).EmptyLibrary }))
const FromUrl = lazy(async () => ({ default: (await import('../uploads/from-url')).FromUrl }))

const route = getRouteApi('/$environmentId/videos')

export function VideosScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize] = usePageSize()
  const [deleting, setDeleting] = useState<readonly Content[]>([])
  const list = useQuery({
    ...contentsQuery(environment.id, filteredQueryOf(search, ownSize, Date.now())),
    enabled: rights.read,
  })
  const ask = (add: 'url' | undefined) => void navigate({ search: (old) => ({ ...old, add }) })
  const isFiltered = isNarrowed(search)
  const isEmpty = list.data?.totalItems === 0 && !isFiltered && !list.isPlaceholderData
  const isSocial = search.kind === 'social'
  const isNew = isEmpty && !isSocial
  const hasSocial = useHasSocialClips(isNew)

  if (!rights.read) {
    return (
      <Page title={t('library:videos.title')}>
        <div className="pt-10">
          <NoAccess what={t('library:videos.title')} />
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={t('library:videos.title')}
      actions={
        rights.create &&
        !isNew && (
          <>
            <Button icon={<LinkSimple size={16} />} onPress={() => ask('url')} className="max-sm:hidden">
              {t('library:fromUrl.open')}
            </Button>
            <UploadButton />
          </>
        )
      }
    >
      {(!(isNew && rights.create) || hasSocial) && (
        <ListTabs environmentId={environment.id} isSocial={isSocial} />
      )}
      {isEmpty && isSocial ? (
        <NoSocialClips mayMake={rights.create} />
      ) : isNew && rights.create ? (
        <Suspense>
          <EmptyLibrary onFromUrl={() => ask('url')} />
        </Suspense>
      ) : (
        <VideoList list={list} isFiltered={isFiltered} onDelete={setDeleting} />
      )}
      <Suspense>
        {search.add === 'url' && rights.create && <FromUrl onClose={() => ask(undefined)} />}
        {deleting.length > 0 && (
          <DeleteDialog items={deleting.map(videoItem)} onClose={() => setDeleting([])} />
        )}
      </Suspense>
    </Page>
  )
}

/** Social clips can outlive their video, so a library without videos may still have some. */
function useHasSocialClips(isAsked: boolean): boolean {
  const { environment } = useWorkspace()
  const query = { category: 'SocialClip', pageSize: 1 } as const
  const { data } = useQuery({ ...contentsQuery(environment.id, query), enabled: isAsked })
  return data !== undefined && data.totalItems > 0
}
