import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { usePageSize } from '../preferences'
import { allRecordings, pageSizes } from '../search'
import { useStreamEvents } from '../use-stream-events'
import { NoRecordings } from './no-recordings'
import { recordingsQuery } from './queries'
import { RecordingCard } from './recording-card'
import { useRecordingColumns } from './recording-columns'

const route = getRouteApi('/$environmentId/live-recording')

/** Recordings of live streams. They are deleted after 12 hours unless they are kept as videos. */
export function RecordingsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Liverecordings', 'Recording')
  const { q, page, size } = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize('recordings')
  const pageSize = size ?? ownSize
  const list = useQuery({
    ...recordingsQuery(environment.id, { pageNum: page, pageSize, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  useStreamEvents(environment.id, 'asset')
  const change = (next: Partial<{ q: string; page: number; size: undefined }>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const columns = useRecordingColumns()
  return (
    <ListScreen
      title={t('live:recordings.title')}
      noAccess={!rights.read && <NoAccess what={t('live:recordings.title')} />}
      actions={
        <LinkButton to="/$environmentId/live-recording/planned" params={{ environmentId: environment.id }}>
          {t('live:planned.title')}
        </LinkButton>
      }
      list={list}
      isNarrowed={q !== ''}
      firstUse={<NoRecordings />}
      tools={
        <>
          <p className="pt-1 text-ink-2">{t('live:recordings.about')}</p>
          <ListTools>
            <ListSearch
              label={t('live:recordings.search')}
              phrase={q}
              onChange={(phrase) => change({ q: phrase })}
            />
          </ListTools>
        </>
      }
    >
      <PagedList
        label={t('live:recordings.title')}
        list={list}
        columns={columns}
        rowName={({ title }) => title}
        onOpen={({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/live-recording/$contentId',
            params: { environmentId, contentId: id },
          })
        }
        card={(recording) => <RecordingCard recording={recording} />}
        skeletonRows={pageSize}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        pageSize={pageSize}
        sizes={pageSizes}
        onPageSize={(chosen) => {
          setOwnSize(chosen)
          change({ size: undefined })
        }}
        failed={t('live:recordings.failed')}
        empty={
          <NothingFound
            title={t('live:recordings.nothing', { phrase: q })}
            clear={t('live:streams.nothing.clear')}
            onClear={() => change(allRecordings)}
          >
            {t('live:recordings.where')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}
