import type { VideoImport } from '@kinora/contract'
import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { ErrorState } from '../../../ui/error-state'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
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
  const { data } = useQuery({ ...importQuery(environment.id, importId), enabled: rights.create })
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
    >
      <Body importId={importId} mayImport={rights.create} />
    </Page>
  )
}

function Body({ importId, mayImport }: { readonly importId: string; readonly mayImport: boolean }) {
  const t = useText()
  const { environment } = useWorkspace()
  const roleName = useRoleName()
  const query = useQuery({ ...importQuery(environment.id, importId), enabled: mayImport })
  useLiveImports(environment.id, importId)
  if (!mayImport)
    return (
      <div className="pt-10">
        <NoAccess what={t('library:import.title')} role={roleName(environment.role)} />
      </div>
    )
  if (query.error instanceof Problem && query.error.id === 'not-found') return <NoImport />
  if (query.data) return <Shown videoImport={query.data} />
  if (!query.isError) return <Skeleton className="mt-6 h-64 max-w-5xl" />
  return (
    <div className="pt-10">
      <ErrorState
        title={t('library:import.oneFailed')}
        safe={t('library:import.safe')}
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </div>
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
    <div className="pt-10">
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
    </div>
  )
}
