import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Page } from '../../../ui/page'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import type { Item } from '../parts/item'
import { TrashBody } from './trash-body'

const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))

export function TrashScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const [deleting, setDeleting] = useState<readonly Item[]>([])
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
      noAccess={!(folders.read && videos.read) && <NoAccess what={t('library:trash.title')} />}
    >
      <TrashBody onDelete={setDeleting} />
      <Suspense>
        {deleting.length > 0 && <DeleteDialog items={deleting} onClose={() => setDeleting([])} />}
      </Suspense>
    </Page>
  )
}
