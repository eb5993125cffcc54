import type { Livestream, LivestreamSummary } from '@kinora/contract'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Pagination } from '../../../ui/pagination'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { usePageSize } from '../preferences'
import { isNarrowed, noFilters, pageSizes } from '../search'
import { PhoneList } from './phone-list'
import { useStreamColumns } from './stream-columns'
import { StreamTools } from './stream-tools'

const route = getRouteApi('/$environmentId/live-stream')

interface StreamListProps {
  readonly list: UseQueryResult<{ readonly items: readonly Livestream[]; readonly totalItems: number }>
  readonly summary: LivestreamSummary | undefined
}

/** The list with its tools, and its empty states. */
export function StreamList({ list, summary }: StreamListProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize('livestreams')
  const columns = useStreamColumns()
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const clear = () => change(noFilters)
  const goTo = (page: number, replace: boolean) =>
    void navigate({ search: (old) => ({ ...old, page }), replace })
  const open = ({ id, environmentId }: Livestream) =>
    void navigate({ to: '/$environmentId/live-stream/$streamId', params: { environmentId, streamId: id } })
  const items = list.data?.items
  const total = list.data?.totalItems ?? 0
  const size = search.size ?? ownSize
  useExistingPage(
    {
      page: search.page,
      pageSize: size,
      totalItems: list.isPlaceholderData ? undefined : list.data?.totalItems,
    },
    (page) => goTo(page, true),
  )
  return (
    <>
      <StreamTools search={search} summary={summary} onChange={change} onClear={clear} />
      {list.isError && !items ? (
        <ListFault title={t('live:streams.failed')} safe={t('ui:safe')} list={list} />
      ) : items?.length === 0 ? (
        <div className="pt-10">
          <State
            icon={<MagnifyingGlass size={20} />}
            title={
              search.q !== ''
                ? t('live:streams.nothing.phrase', { phrase: search.q })
                : t('live:streams.nothing.filter')
            }
            actions={isNarrowed(search) && <Button onPress={clear}>{t('live:streams.nothing.clear')}</Button>}
          >
            {t('live:streams.nothing.where')}
          </State>
        </div>
      ) : phone ? (
        <PhoneList items={items} />
      ) : (
        <Table
          label={t('live:streams.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={open}
          sorting={{ value: search.sort, onChange: (sort) => change({ sort }) }}
          busy={list.isPlaceholderData}
          skeletonRows={size}
        />
      )}
      {total > 0 && (
        <Pagination
          pageNum={search.page}
          pageSize={size}
          totalItems={total}
          sizes={pageSizes}
          onPage={(page) => goTo(page, false)}
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
