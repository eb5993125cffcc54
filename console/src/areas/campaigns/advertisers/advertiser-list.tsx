import type { Advertiser } from '@kinora/contract'
import { Handshake } from '@phosphor-icons/react/dist/csr/Handshake'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'
import { advertisersQuery } from '../queries'
import { useAdvertiserColumns } from './advertiser-columns'

interface AdvertiserListProps {
  /** Button that adds an advertiser. */
  readonly add: ReactNode
  readonly onInvite: (advertiser: Advertiser) => void
}

const route = getRouteApi('/$environmentId/settings/advertisers')

export function AdvertiserList({ add, onInvite }: AdvertiserListProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { q, page } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (phrase: string) =>
    void navigate({ search: (old) => ({ ...old, q: phrase, page: 1 }), replace: true })
  const [typed, setTyped] = useDebouncedInput(q, change)
  const list = useQuery(advertisersQuery(environment.id, { pageNum: page, ...(q !== '' && { phrase: q }) }))
  const columns = useAdvertiserColumns(onInvite)
  const isFirst = q === ''
  return (
    <>
      {(!isFirst || list.data?.totalItems !== 0) && (
        <div className="py-2">
          <SearchField
            slash
            label={t('campaigns:advertisers.search')}
            value={typed}
            onChange={setTyped}
            className="w-65 max-sm:w-full"
          />
        </div>
      )}
      <PagedList
        label={t('campaigns:advertisers.tabs.list')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        failed={t('campaigns:advertisers.failed')}
        empty={
          <div className="pt-6">
            {isFirst ? (
              <State icon={<Handshake size={20} />} title={t('campaigns:advertisers.none')} actions={add}>
                {t('campaigns:advertisers.noneAbout')}
              </State>
            ) : (
              <State
                icon={<MagnifyingGlass size={20} />}
                title={t('campaigns:advertisers.nothing')}
                actions={<Button onPress={() => change('')}>{t('campaigns:advertisers.clear')}</Button>}
              >
                {t('campaigns:advertisers.nothingWhere')}
              </State>
            )}
          </div>
        }
      />
    </>
  )
}
