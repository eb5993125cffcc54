import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { below, useMedia } from '../lib/media'
import { Paged, type PagedProps } from './paged'
import { PhoneList } from './phone-list'
import { Table, type TableProps } from './table'

interface PagedListProps<Row extends { readonly id: string }, Sort extends string, Size extends number>
  extends Omit<TableProps<Row, Sort>, 'rows' | 'rowKey' | 'busy'>,
    PagedProps<Size> {
  readonly list: UseQueryResult<{ readonly items: readonly Row[]; readonly totalItems: number }>
  /** A row on a phone, where cards replace the table. */
  readonly card?: (row: Row) => ReactNode
}

/** A table of a list that the server pages, or cards on a phone. */
export function PagedList<
  Row extends { readonly id: string },
  Sort extends string = never,
  Size extends number = number,
>(props: PagedListProps<Row, Sort, Size>) {
  const { list, page, onPage, pageSize, sizes, onPageSize, failed, safe, empty, card, ...table } = props
  const isPhone = useMedia(below.sm)
  return (
    <Paged {...props}>
      {card && isPhone ? (
        <PhoneList label={props.label} items={list.data?.items}>
          {card}
        </PhoneList>
      ) : (
        <Table
          skeletonRows={4}
          {...table}
          rows={list.data?.items}
          rowKey={({ id }) => id}
          busy={list.isPlaceholderData}
        />
      )}
    </Paged>
  )
}
