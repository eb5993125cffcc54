import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ListSearch } from '../../../ui/list-search'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import type { Column } from '../../../ui/table-parts'
import { installationPageSizes } from '../search'

interface Found<Row> {
  readonly items: readonly Row[]
  readonly totalItems: number
}

interface Look {
  readonly q: string
  readonly page: number
  readonly size: (typeof installationPageSizes)[number]
}

interface InstallationListProps<Row> {
  readonly label: string
  readonly searchLabel: string
  readonly failed: string
  readonly list: UseQueryResult<Found<Row>>
  readonly columns: readonly Column<Row, never>[]
  readonly rowName: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  readonly look: Look
  readonly onLook: (change: Partial<Look>, way: 'push' | 'replace') => void
}

/** A searchable, paged list of this installation. */
export function InstallationList<Row extends { readonly id: string }>(props: InstallationListProps<Row>) {
  const { searchLabel, look, onLook, ...table } = props
  const t = useText()
  const { q, page, size } = look
  const search = (phrase: string) => onLook({ q: phrase, page: 1 }, 'replace')
  return (
    <>
      <div className="py-3">
        <ListSearch label={searchLabel} phrase={q} onChange={search} className="w-80 max-sm:w-full" />
      </div>
      <PagedList
        {...table}
        skeletonRows={size}
        page={page}
        onPage={(next, replace) => onLook({ page: next }, replace ? 'replace' : 'push')}
        pageSize={size}
        sizes={installationPageSizes}
        onPageSize={(chosen) => onLook({ size: chosen, page: 1 }, 'replace')}
        safe=""
        empty={
          <NothingFound
            title={t('identity:administration.nothing', { phrase: q })}
            clear={t('identity:administration.clear')}
            onClear={() => search('')}
          >
            {t('identity:administration.nothingWhere')}
          </NothingFound>
        }
      />
    </>
  )
}
