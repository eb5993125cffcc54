import type { LiveRecording } from '@kinora/contract'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
import { usePageSize } from '../preferences'
import { allRecordings, pageSizes } from '../search'
import { useStreamEvents } from '../use-stream-events'
import { NoRecordings } from './no-recordings'
import { PhoneList } from './phone-list'
import { recordingsQuery } from './queries'
import { useRecordingColumns } from './recording-columns'

const route = getRouteApi('/$environmentId/live-recording')

/** Recordings of live streams. They are deleted after 12 hours unless they are kept as videos. */
export function RecordingsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Liverecordings', 'Recording')
  const roleName = useRoleName()
  return (
    <Page title={t('live:recordings.title')}>
      {rights.read ? (
        <Recordings />
      ) : (
        <div className="pt-10">
          <NoAccess what={t('live:recordings.title')} role={roleName(environment.role)} />
        </div>
      )}
    </Page>
  )
}

function Recordings() {
  const t = useText()
  const phone = useMedia(below.sm)
  const { environment } = useWorkspace()
  const { q, page, size } = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize('recordings')
  const pageSize = size ?? ownSize
  const list = useQuery(
    recordingsQuery(environment.id, { pageNum: page, pageSize, ...(q !== '' && { phrase: q }) }),
  )
  useStreamEvents(environment.id, 'asset')
  const change = (next: Partial<{ q: string; page: number; size: undefined }>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const [typed, setTyped] = useDebouncedInput(q, (phrase) => change({ q: phrase }))
  const columns = useRecordingColumns()
  const items = list.data?.items
  const total = list.data?.totalItems ?? 0
  const known = list.isPlaceholderData ? undefined : list.data?.totalItems
  useExistingPage({ page, pageSize, totalItems: known }, (last) => change({ page: last }))
  const open = ({ id, environmentId }: LiveRecording) =>
    void navigate({ to: '/$environmentId/videos/$contentId', params: { environmentId, contentId: id } })
  if (known === 0 && q === '') return <NoRecordings />
  return (
    <>
      <p className="pt-1 text-ink-2">{t('live:recordings.about')}</p>
      <div className="py-2">
        <SearchField
          slash
          label={t('live:recordings.search')}
          value={typed}
          onChange={setTyped}
          className="w-65 max-sm:w-full"
        />
      </div>
      {list.isError && !items ? (
        <ListFault title={t('live:recordings.failed')} safe={t('ui:safe')} list={list} />
      ) : items?.length === 0 ? (
        <div className="pt-8">
          <State
            icon={<MagnifyingGlass size={20} />}
            title={t('live:recordings.nothing', { phrase: q })}
            actions={<Button onPress={() => change(allRecordings)}>{t('live:streams.nothing.clear')}</Button>}
          >
            {t('live:recordings.where')}
          </State>
        </div>
      ) : phone ? (
        <PhoneList items={items} />
      ) : (
        <Table
          label={t('live:recordings.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          onOpen={open}
          busy={list.isPlaceholderData}
          skeletonRows={pageSize}
        />
      )}
      {total > 0 && (
        <Pagination
          pageNum={page}
          pageSize={pageSize}
          totalItems={total}
          sizes={pageSizes}
          onPage={(to) => void navigate({ search: (old) => ({ ...old, page: to }) })}
          onPageSize={(chosen) => {
            const offered = pageSizes.find((one) => one === chosen)
            if (offered === undefined) return
            setOwnSize(offered)
            change({ size: undefined })
          }}
        />
      )}
    </>
  )
}
