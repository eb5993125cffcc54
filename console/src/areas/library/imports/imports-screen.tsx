import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Page } from '../../../ui/page'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { ImportList } from './import-list'
import { NewImport } from './new-import'

const route = getRouteApi('/$environmentId/videos_/import')

/** Starts a new import and lists previous ones. */
export function ImportsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const { folder } = route.useSearch()
  return (
    <Page
      title={t('library:import.title')}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/videos" params={{ environmentId: environment.id }}>
            {t('library:videos.title')}
          </Link>
        </Breadcrumbs>
      }
      noAccess={!rights.create && <NoAccess what={t('library:import.title')} />}
    >
      <div className="flex max-w-5xl flex-col gap-6 pt-3">
        <NewImport folderId={folder} />
        <ImportList />
      </div>
    </Page>
  )
}
