import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { usePageThatIs } from '../../../lib/use-page-that-is'
import { ErrorState } from '../../../ui/error-state'
import { Pagination } from '../../../ui/pagination'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { settingsPageSize as pageSize } from '../search'

interface PagedListProps<Row extends { readonly id: string }> {
  readonly label: string
  readonly list: UseQueryResult<{ readonly items: readonly Row[]; readonly totalItems: number }>
  readonly columns: readonly Column<Row>[]
  readonly rowName: (row: Row) => string
  readonly page: number
  readonly onPage: (page: number, replace: boolean) => void
  /** What did not work, where it does not load. */
  readonly failed: string
  /** In the list's place when there is nothing to list. */
  readonly empty: ReactNode
}

/** A table of things that the server pages: on its way, failed, empty, or there. */
export function PagedList<Row extends { readonly id: string }>(props: PagedListProps<Row>) {
  const { label, list, columns, rowName, page, onPage, failed, empty } = props
  const t = useText()
  const total = list.data?.totalItems ?? 0
  usePageThatIs(
    { page, pageSize, totalItems: list.isPlaceholderData ? undefined : list.data?.totalItems },
    (last) => onPage(last, true),
  )
  if (list.isError && !list.data) {
    return (
      <div className="pt-10">
        <ErrorState
          title={failed}
          safe={t('identity:settings.safe')}
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    )
  }
  if (list.data && total === 0) return empty
  return (
    <>
      <Table
        label={label}
        columns={columns}
        rows={list.data?.items}
        rowKey={({ id }) => id}
        rowName={rowName}
        busy={list.isPlaceholderData}
        skeletonRows={4}
      />
      {total > pageSize && (
        <Pagination
          pageNum={page}
          pageSize={pageSize}
          totalItems={total}
          onPage={(pageNum) => onPage(pageNum, false)}
        />
      )}
    </>
  )
}
