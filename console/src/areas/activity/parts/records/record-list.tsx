import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { ErrorState } from '../../../../ui/error-state'
import { State } from '../../../../ui/state'
import { Table } from '../../../../ui/table'
import type { Column } from '../../../../ui/table-parts'
import { noRecordFilters } from '../../search'

interface RecordListProps<Row extends { readonly id: string }> {
  readonly label: string
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>
  readonly columns: readonly Column<Row>[]
  readonly rowName: (row: Row) => string
  /** The record that is open, beside the list. */
  readonly drawer: (row: Row | undefined, step: Step) => ReactNode
}

/** To the record before and after the one that is open, where the list has one. */
export interface Step {
  readonly before: (() => void) | undefined
  readonly after: (() => void) | undefined
  readonly close: () => void
}

const route = getRouteApi('/$environmentId/events-logs')

/** Records as they come, the latest first, more at the end; a press opens one beside the list. */
export function RecordList<Row extends { readonly id: string }>(props: RecordListProps<Row>) {
  const { label, list, columns, rowName, drawer } = props
  const t = useText()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (id: string, replace = false) =>
    void navigate({ search: (old) => ({ ...old, open: id }), replace })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const at = rows?.findIndex(({ id }) => id === open) ?? -1
  const stepTo = (index: number) => {
    const id = at < 0 ? undefined : rows?.[index]?.id
    return id === undefined ? undefined : () => show(id, true)
  }

  if (list.isError && !rows) {
    return (
      <div className="pt-10">
        <ErrorState
          title={t('activity:records.failed')}
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    )
  }
  return (
    <>
      {rows?.length === 0 && !list.hasNextPage ? (
        <Nothing />
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={rowName}
          onOpen={({ id }) => show(id)}
          busy={list.isPlaceholderData}
          low
          skeletonRows={12}
        />
      )}
      {list.hasNextPage && <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
      {open !== '' &&
        drawer(rows?.[at], { before: stepTo(at - 1), after: stepTo(at + 1), close: () => show('', true) })}
    </>
  )
}

/** Asks for more when it comes into view, and when pressed. */
function More({ busy, onMore }: { readonly busy: boolean; readonly onMore: () => void }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!place.current) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
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
