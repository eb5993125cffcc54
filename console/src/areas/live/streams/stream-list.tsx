import type { Livestream, LivestreamSummary } from '@kinora/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { usePageSize } from '../preferences'
import { noFilters, pageSizes } from '../search'
import { StreamCard } from './stream-card'
import { useStreamColumns } from './stream-columns'
import { StreamTools } from './stream-tools'

const route = getRouteApi('/$environmentId/live-stream')

interface StreamListProps {
  readonly list: UseQueryResult<{ readonly items: readonly Livestream[]; readonly totalItems: number }>
  readonly summary: LivestreamSummary | undefined
}

/** The list with its tools, also if nothing is found. */
export function StreamList({ list, summary }: StreamListProps) {
  const t = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize('livestreams')
  const columns = useStreamColumns()
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const clear = () => change(noFilters)
  const size = search.size ?? ownSize
  return (
    <>
      <StreamTools search={search} summary={summary} onChange={change} onClear={clear} />
      <PagedList
        label={t('live:streams.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/live-stream/$streamId',
            params: { environmentId, streamId: id },
          })
        }
        card={(stream) => <StreamCard stream={stream} />}
        sorting={{ value: search.sort, onChange: (sort) => change({ sort }) }}
        skeletonRows={size}
        page={search.page}
        onPage={(page, replace) => void navigate({ search: (old) => ({ ...old, page }), replace })}
        pageSize={size}
        sizes={pageSizes}
        onPageSize={(chosen) => {
          setOwnSize(chosen)
          change({ size: undefined })
        }}
        failed={t('live:streams.failed')}
        empty={
          <NothingFound
            title={
              search.q !== ''
                ? t('live:streams.nothing.phrase', { phrase: search.q })
                : t('live:streams.nothing.filter')
            }
            clear={t('live:streams.nothing.clear')}
            onClear={clear}
          >
            {t('live:streams.nothing.where')}
          </NothingFound>
        }
      />
    </>
  )
}
