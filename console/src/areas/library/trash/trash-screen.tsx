import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Page } from '../../../ui/page'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { useLiveContents } from '../live'
import type { Item } from '../parts/item'
import { useFolderRights, useVideoRights } from '../rights'
import { TrashBody } from './trash-body'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }))

export function TrashScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const folders = useFolderRights()
  const videos = useVideoRights()
  const roleName = useRoleName()
  const [deleting, setDeleting] = useState<readonly Item[]>([])
  useLiveContents(environment.id)
  return (
    <Page
      title={t('library:trash.title')}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/dam" params={{ environmentId: environment.id }}>
            {t('library:dam.title')}
          </Link>
        </Breadcrumbs>
      }
    >
      {folders.read && videos.read ? (
        <TrashBody onDelete={setDeleting} />
      ) : (
        <div className="pt-10">
          <NoAccess what={t('library:trash.title')} role={roleName(environment.role)} />
        </div>
      )}
      <Suspense>
        {deleting.length > 0 && <DeleteDialog items={deleting} onClose={() => setDeleting([])} />}
      </Suspense>
    </Page>
  )
}
