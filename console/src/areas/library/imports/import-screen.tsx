import type { VideoImport } from '@kinora/contract'
import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { isGone } from '../../../lib/problem'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ObjectState } from '../../../ui/object-state'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { DraftImport } from './draft-import'
import { ImportActions } from './import-actions'
import { ImportStatus } from './import-status'
import { importQuery, useLiveImports } from './queries'
import { StartedImport } from './started-import'

/** One spreadsheet: columns and preview before the start, then the progress of each row. */
export function ImportScreen({ importId }: { readonly importId: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const query = useQuery({ ...importQuery(environment.id, importId), enabled: rights.create })
  const { data } = query
  useLiveImports(environment.id, importId)
  const params = { environmentId: environment.id }
  return (
    <Page
      title={data?.fileName ?? t('library:import.title')}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/videos" params={params}>
            {t('library:videos.title')}
          </Link>
          <Link to="/$environmentId/videos/import" params={params}>
            {t('library:import.title')}
          </Link>
        </Breadcrumbs>
      }
      {...(data && {
        beside: <ImportStatus videoImport={data} />,
        actions: <ImportActions videoImport={data} />,
      })}
      noAccess={!rights.create && <NoAccess what={t('library:import.title')} />}
    >
      {data && !isGone(query.error) ? (
        <Shown videoImport={data} />
      ) : (
        <div className="pt-10">
          <ObjectState
            query={query}
            skeleton={<Skeleton className="-mt-4 h-64 max-w-5xl" />}
            gone={<NoImport />}
            failed={t('library:import.oneFailed')}
            safe={t('library:import.safe')}
          />
        </div>
      )}
    </Page>
  )
}

function Shown({ videoImport }: { readonly videoImport: VideoImport }) {
  return videoImport.status === 'draft' ? (
    <DraftImport videoImport={videoImport} />
  ) : (
    <StartedImport videoImport={videoImport} />
  )
}

/** The import does not exist or was deleted. */
function NoImport() {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <State
      icon={<FileXls size={20} />}
      title={t('library:import.gone')}
      actions={
        <LinkButton to="/$environmentId/videos/import" params={{ environmentId: environment.id }}>
          {t('library:import.goBack')}
        </LinkButton>
      }
    >
      {t('library:import.goneWhy')}
    </State>
  )
}
