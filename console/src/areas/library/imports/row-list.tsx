import type { RowState, VideoImport } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Paged } from '../../../ui/paged'
import { Segmented } from '../../../ui/segmented'
import { Table } from '../../../ui/table'
import { useWorkspace } from '../../identity'
import type { ImportSearch } from '../search'
import { PhoneRows } from './phone-rows'
import { importRowsQuery, rowPageSize } from './queries'
import { useRowColumns } from './row-columns'

const route = getRouteApi('/$environmentId/videos_/import_/$importId')

export interface RowFilter {
  readonly id: ImportSearch['show']
  readonly count: number
  /** Empty for all rows. */
  readonly states: readonly RowState[]
}

interface RowListProps {
  readonly videoImport: VideoImport
  /** The first filter shows all rows. */
  readonly filters: readonly RowFilter[]
  /** The server is validating the rows again. */
  readonly isBusy: boolean
}

/** The rows of the file, paged, with the errors or the progress of each. */
export function RowList({ videoImport, filters, isBusy }: RowListProps) {
  const t = useText()
  const format = useFormat()
  const phone = useMedia(below.sm)
  const { environment } = useWorkspace()
  const { show, page } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filters.find(({ id }) => id === show) ?? filters[0]
  const list = useQuery(importRowsQuery(environment.id, videoImport.id, page, filter?.states ?? []))
  const columns = useRowColumns(videoImport)
  return (
    <div className="flex flex-col gap-2">
      <div className="-mx-4 overflow-x-auto px-4">
        <Segmented
          label={t('library:import.show')}
          value={filter?.id ?? 'all'}
          onChange={(id) => void navigate({ search: { show: id, page: 1 }, replace: true })}
          options={filters.map(({ id, count }) => ({
            id,
            content: (
              <span className="tabular whitespace-nowrap">
                {t(`library:import.filters.${id}`)} <span className="text-ink-3">{format.number(count)}</span>
              </span>
            ),
          }))}
        />
      </div>
      <Paged
        list={list}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        pageSize={rowPageSize}
        failed={t('library:import.oneFailed')}
        safe={t('library:import.safe')}
        empty={<p className="py-6 text-ink-2">{t('library:import.noRows')}</p>}
      >
        {phone && list.data ? (
          <PhoneRows videoImport={videoImport} rows={list.data.items} />
        ) : (
          <Table
            label={t('library:import.rows')}
            columns={columns}
            rows={list.data?.items}
            rowKey={({ number }) => String(number)}
            rowName={({ title, url }) => title || url}
            busy={isBusy || list.isPlaceholderData}
            low
          />
        )}
      </Paged>
    </div>
  )
}
