import type { Advertiser } from '@kinora/contract'
import { Handshake } from '@phosphor-icons/react/dist/csr/Handshake'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListSearch } from '../../../ui/list-search'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'
import { advertisersQuery } from '../queries'
import { useAdvertiserColumns } from './advertiser-columns'

interface AdvertiserListProps {
  readonly onInvite: (advertiser: Advertiser) => void
}

const route = getRouteApi('/$environmentId/settings/advertisers')

export function AdvertiserList({ onInvite }: AdvertiserListProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { q, page } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (phrase: string) =>
    void navigate({ search: (old) => ({ ...old, q: phrase, page: 1 }), replace: true })
  const list = useQuery(advertisersQuery(environment.id, { pageNum: page, ...(q !== '' && { phrase: q }) }))
  const columns = useAdvertiserColumns(onInvite)
  const isFirst = q === ''
  return (
    <>
      {(!isFirst || list.data?.totalItems !== 0) && (
        <div className="py-2">
          <ListSearch label={t('campaigns:advertisers.search')} phrase={q} onChange={change} />
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
          isFirst ? (
            <div className="pt-6">
              <State icon={<Handshake size={20} />} title={t('campaigns:advertisers.none')}>
                {t('campaigns:advertisers.noneAbout')}
              </State>
            </div>
          ) : (
            <NothingFound
              title={t('campaigns:advertisers.nothing')}
              clear={t('campaigns:advertisers.clear')}
              onClear={() => change('')}
            >
              {t('campaigns:advertisers.nothingWhere')}
            </NothingFound>
          )
        }
      />
    </>
  )
}
