import type { VideoImport } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { ErrorState } from '../../../ui/error-state'
import { NoPermission } from '../../../ui/no-permission'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { useRoleName, useWorkspace } from '../../identity'
import { useVideoRights } from '../rights'
import { DraftImport } from './draft-import'
import { ImportActions } from './import-actions'
import { ImportStatus } from './import-status'
import { NoImport } from './no-import'
import { importQuery, useLiveImports } from './queries'
import { StartedImport } from './started-import'

/** One spreadsheet: columns and preview before the start, then the progress of each row. */
export function ImportScreen({ importId }: { readonly importId: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useVideoRights()
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
        <NoPermission what={t('library:import.title')} role={roleName(environment.role)} />
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
