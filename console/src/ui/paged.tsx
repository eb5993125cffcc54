import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useExistingPage } from '../lib/hooks/use-existing-page'
import { useText } from '../lib/i18n'
import { ListFault } from './list-fault'
import { type PageSizes, Pagination } from './pagination'

/** The query of a list that the server pages. */
export type PagedQuery = Pick<
  UseQueryResult<{ readonly totalItems: number }>,
  'data' | 'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>

export interface PagedProps<Size extends number> extends Partial<PageSizes<Size>> {
  readonly list: PagedQuery
  /** The page in the address. */
  readonly page: number
  readonly onPage: (page: number, replace: boolean) => void
  readonly pageSize?: Size
  /** Message if the list does not load. */
  readonly failed: string
  /** A note about data that is not affected. */
  readonly safe?: string
  /** Replaces an empty list. */
  readonly empty?: ReactNode
}

const usualPageSize = 12

/** A list that the server pages, in all its states: failed, empty, loading or loaded with its pages. */
export function Paged<Size extends number>(props: PagedProps<Size> & { readonly children: ReactNode }) {
  const { list, page, onPage, pageSize = usualPageSize, sizes, onPageSize, failed, empty, children } = props
  const t = useText()
  const { safe = t('ui:safe') } = props
  const total = list.data?.totalItems ?? 0
  useExistingPage(
    { page, pageSize, totalItems: list.isPlaceholderData ? undefined : list.data?.totalItems },
    (last) => onPage(last, true),
  )
  if (list.isError && !list.data) return <ListFault title={failed} safe={safe} list={list} />
  if (list.data && total === 0 && empty !== undefined) return empty
  return (
    <>
      {children}
      {total > (onPageSize ? 0 : pageSize) && (
        <Pagination
          pageNum={page}
          pageSize={pageSize}
          totalItems={total}
          onPage={(pageNum) => onPage(pageNum, false)}
          {...(sizes && onPageSize && { sizes, onPageSize })}
        />
      )}
    </>
  )
}
