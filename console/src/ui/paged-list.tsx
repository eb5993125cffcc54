import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useExistingPage } from '../lib/hooks/use-existing-page'
import { useText } from '../lib/i18n'
import { ListFault } from './list-fault'
import { Pagination } from './pagination'
import { Table } from './table'
import type { Column, OpenRow } from './table-parts'

const pageSize = 12

interface PagedListProps<Row extends { readonly id: string }> {
  readonly label: string
  readonly list: UseQueryResult<{ readonly items: readonly Row[]; readonly totalItems: number }>
  readonly columns: readonly Column<Row>[]
  readonly rowName: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  readonly open?: OpenRow
  readonly page: number
  readonly onPage: (page: number, replace: boolean) => void
  /** Message if the list does not load. */
  readonly failed: string
  /** Replaces an empty list. */
  readonly empty: ReactNode
}

/** A table of a server-paged list in all its states: loading, failed, empty, loaded. */
export function PagedList<Row extends { readonly id: string }>(props: PagedListProps<Row>) {
  const { label, list, columns, rowName, onOpen, open, page, onPage, failed, empty } = props
  const t = useText()
  const total = list.data?.totalItems ?? 0
  useExistingPage(
    { page, pageSize, totalItems: list.isPlaceholderData ? undefined : list.data?.totalItems },
    (last) => onPage(last, true),
  )
  if (list.isError && !list.data) {
    return <ListFault title={failed} safe={t('ui:safe')} list={list} />
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
        {...(onOpen && { onOpen })}
        {...(open && { open })}
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
