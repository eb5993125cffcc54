import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { State } from '../../../ui/state'
import { type Steps, stepsOf } from '../../../ui/steps'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { noRecordFilters } from '../search'

interface RecordListProps<Row extends { readonly id: string }> {
  readonly label: string
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>
  readonly columns: readonly Column<Row>[]
  readonly rowName: (row: Row) => string
  /** Rows have thumbnails. */
  readonly tall?: boolean
  /** The environment of a record, if the list spans environments. */
  readonly environmentOf?: (row: Row) => string | null
  /** Renders the open record beside the list. */
  readonly drawer: (row: Row | undefined, step: Step) => ReactNode
}

export interface Step extends Steps {
  readonly close: () => void
}

const route = getRouteApi('/$environmentId/events-logs')

/** Records, newest first, with more loaded on scrolling. Selecting one opens it beside the list. */
export function RecordList<Row extends { readonly id: string }>(props: RecordListProps<Row>) {
  const { label, list, columns, rowName, tall = false, environmentOf, drawer } = props
  const t = useText()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { environment } = useWorkspace()
  const show = (row: Row) => {
    const own = environmentOf?.(row) ?? environment.id
    const where = own === environment.id ? '' : own
    void navigate({ search: (old) => ({ ...old, open: row.id, where }), replace: open !== '' })
  }
  const close = () => void navigate({ search: (old) => ({ ...old, open: '', where: '' }), replace: true })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const isEmpty = rows?.length === 0
  if (list.isError && (!rows || isEmpty)) {
    return (
      <div className="pt-10">
        <ErrorState
          title={t('activity:records.failed')}
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void (rows ? list.fetchNextPage() : list.refetch())}
        />
      </div>
    )
  }
  return (
    <>
      {isEmpty && list.hasNextPage ? (
        <p role="status" className="pt-10 text-ink-3">
          {t('activity:records.lookingBack')}
        </p>
      ) : isEmpty ? (
        <Nothing />
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={rowName}
          onOpen={show}
          open={{ key: open, onClose: close }}
          busy={list.isPlaceholderData}
          low={!tall}
          skeletonRows={12}
        />
      )}
      {list.hasNextPage && (
        <More
          pages={list.data?.pages.length ?? 0}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {open !== '' &&
        drawer(
          rows?.find(({ id }) => id === open),
          { ...stepsOf(rows ?? [], open, show), close },
        )}
    </>
  )
}

interface MoreProps {
  /** How many pages are loaded. */
  readonly pages: number
  readonly busy: boolean
  readonly onMore: () => void
}

/** Loads the next page when it scrolls into view or is pressed. */
function More({ pages, busy, onMore }: MoreProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    // A page may be empty and leave this in view, so check again after each page.
    if (!place.current || pages === 0) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [pages])
  return (
    <div ref={place} className="flex justify-center pt-4">
      <Button variant="quiet" busy={busy} onPress={onMore}>
        {t('activity:records.more')}
      </Button>
    </div>
  )
}

function Nothing() {
  const t = useText()
  const navigate = route.useNavigate()
  return (
    <div className="pt-10">
      <State
        icon={<MagnifyingGlass size={20} />}
        title={t('activity:records.none')}
        actions={
          <Button
            onPress={() =>
              void navigate({ search: ({ tab }) => ({ tab, ...noRecordFilters }), replace: true })
            }
          >
            {t('activity:records.clear')}
          </Button>
        }
      >
        {t('activity:records.noneWhy')}
      </State>
    </div>
  )
}
