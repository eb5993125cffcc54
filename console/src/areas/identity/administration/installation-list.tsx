import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { UseQueryResult } from '@tanstack/react-query'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Pagination } from '../../../ui/pagination'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
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
  const { label, searchLabel, failed, list, columns, rowName, onOpen, look, onLook } = props
  const t = useText()
  const { q, page, size } = look
  const search = (phrase: string) => onLook({ q: phrase, page: 1 }, 'replace')
  const [typed, setTyped] = useDebouncedInput(q, search)
  const total = list.data?.totalItems ?? 0
  useExistingPage(
    { page, pageSize: size, totalItems: list.isPlaceholderData ? undefined : list.data?.totalItems },
    (last) => onLook({ page: last }, 'replace'),
  )
  if (list.isError && !list.data) {
    return <ListFault title={failed} list={list} />
  }
  return (
    <>
      <div className="py-3">
        <SearchField
          slash
          label={searchLabel}
          value={typed}
          onChange={setTyped}
          className="w-80 max-sm:w-full"
        />
      </div>
      {list.data && total === 0 ? (
        <div className="pt-8">
          <State
            icon={<MagnifyingGlass size={20} />}
            title={t('identity:administration.nothing', { phrase: q })}
            actions={<Button onPress={() => search('')}>{t('identity:administration.clear')}</Button>}
          >
            {t('identity:administration.nothingWhere')}
          </State>
        </div>
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={list.data?.items}
          rowKey={({ id }) => id}
          rowName={rowName}
          busy={list.isPlaceholderData}
          skeletonRows={size}
          {...(onOpen && { onOpen })}
        />
      )}
      {total > 0 && (
        <Pagination
          pageNum={page}
          pageSize={size}
          totalItems={total}
          sizes={installationPageSizes}
          onPage={(next) => onLook({ page: next }, 'push')}
          onPageSize={(chosen) => {
            const known = installationPageSizes.find((one) => one === chosen)
            if (known !== undefined) onLook({ size: known, page: 1 }, 'replace')
          }}
        />
      )}
    </>
  )
}
