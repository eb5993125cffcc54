import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ObjectState } from '../../../ui/object-state'
import { SettingsHeading, SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'
import { FolderMenu } from '../folders/folder-menu'
import { FolderState, placeOf } from '../folders/folder-state'
import { watchFolderQuery, watchRootsQuery } from '../queries'
import { FileList } from './file-list'

const FolderForm = lazy(async () => ({ default: (await import('../folders/folder-form')).FolderForm }))
const route = getRouteApi('/$environmentId/settings/watch-folders_/$folderId')

/** One watched folder with its files. */
export function WatchFolderScreen() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { folderId } = route.useParams()
  const navigate = route.useNavigate()
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(watchFolderQuery(environment.id, folderId))
  const { data: places } = useQuery(watchRootsQuery(environment.id))
  const { data: folder } = query
  const list = {
    to: '/$environmentId/settings/watch-folders',
    params: { environmentId: environment.id },
  } as const
  return (
    <SettingsPage
      title={folder?.name ?? t('intake:folders.title')}
      heading={
        folder && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <SettingsHeading>
              <bdi>{folder.name}</bdi>
            </SettingsHeading>
            <FolderState folder={folder} />
          </div>
        )
      }
      crumbs={
        <Breadcrumbs>
          <Link {...list}>{t('intake:folders.title')}</Link>
        </Breadcrumbs>
      }
      actions={
        folder && (
          <FolderMenu
            folder={folder}
            onEdit={() => setEditing(true)}
            onDeleted={() => void navigate(list)}
            trigger={<Button>{t('intake:folders.actions')}</Button>}
          />
        )
      }
    >
      {folder ? (
        <>
          <p className="text-13 text-ink-3">
            <span className="ltr own-way font-code text-12">{placeOf(folder)}</span>
            {folder.scannedAt !== null && (
              <span className="block pt-1">
                {t('intake:folders.looked', { at: format.moment(folder.scannedAt) })}
              </span>
            )}
          </p>
          <FileList folder={folder} />
          <Suspense>
            {isEditing && places && (
              <FolderForm folder={folder} places={places} onClose={() => setEditing(false)} />
            )}
          </Suspense>
        </>
      ) : (
        <div className="pt-6">
          <ObjectState
            query={query}
            skeleton={
              <div aria-busy>
                <Skeleton className="h-60" />
              </div>
            }
            gone={
              <State
                icon={<FolderOpen size={20} />}
                title={t('intake:folders.gone')}
                actions={
                  <LinkButton {...list} variant="primary">
                    {t('intake:folders.goneBack')}
                  </LinkButton>
                }
              >
                {t('intake:folders.goneWhy')}
              </State>
            }
            failed={t('intake:folders.failedOne')}
          />
        </div>
      )}
    </SettingsPage>
  )
}
