import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { OneFilter } from '../../../ui/one-filter'
import { Page } from '../../../ui/page'
import { PagedList } from '../../../ui/paged-list'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
import { advertisersQuery, campaignsQuery } from '../queries'
import { allCampaigns, type CampaignsSearch } from '../search'
import { useCampaignColumns } from './campaign-columns'

const CampaignForm = lazy(async () => ({ default: (await import('./campaign-form')).CampaignForm }))

const route = getRouteApi('/$environmentId/campaigns')

export function CampaignsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Campaign')
  const roleName = useRoleName()
  const { q, advertiser, page, new: isMaking } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery({
    ...campaignsQuery(environment.id, {
      pageNum: page,
      ...(q !== '' && { phrase: q }),
      ...(advertiser !== undefined && { advertiserId: advertiser }),
    }),
    enabled: rights.read,
  })
  const change = (next: Partial<CampaignsSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const [typed, setTyped] = useDebouncedInput(q, (phrase) => change({ q: phrase }))
  const columns = useCampaignColumns()
  const isNarrowed = q !== '' || advertiser !== undefined
  const isEmpty = list.data?.totalItems === 0 && !isNarrowed && !list.isPlaceholderData
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('campaigns:campaigns.new')}
    </Button>
  )
  if (!rights.read) {
    return (
      <Page title={t('campaigns:campaigns.title')}>
        <div className="pt-10">
          <NoAccess what={t('campaigns:campaigns.title')} role={roleName(environment.role)} />
        </div>
      </Page>
    )
  }
  return (
    <Page title={t('campaigns:campaigns.title')} actions={!isEmpty && make}>
      {isEmpty ? (
        <div className="pt-10">
          <State icon={<Flag size={20} />} title={t('campaigns:campaigns.none')} actions={make}>
            {t('campaigns:campaigns.about')}
          </State>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 py-2">
            <SearchField
              slash
              label={t('campaigns:campaigns.search')}
              value={typed}
              onChange={setTyped}
              className="w-65 max-sm:w-full"
            />
            <AdvertiserFilter value={advertiser} onChange={(next) => change({ advertiser: next })} />
          </div>
          <PagedList
            label={t('campaigns:campaigns.title')}
            list={list}
            columns={columns}
            rowName={({ name }) => name}
            onOpen={({ id, environmentId }) =>
              void navigate({
                to: '/$environmentId/campaigns/$campaignId',
                params: { environmentId, campaignId: id },
              })
            }
            page={page}
            onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
            failed={t('campaigns:campaigns.failed')}
            empty={
              <div className="pt-8">
                <State
                  icon={<MagnifyingGlass size={20} />}
                  title={t('campaigns:campaigns.nothing')}
                  actions={
                    <Button onPress={() => change(allCampaigns)}>{t('campaigns:campaigns.clear')}</Button>
                  }
                >
                  {t('campaigns:campaigns.nothingWhere')}
                </State>
              </div>
            }
          />
        </>
      )}
      <Suspense>
        {isMaking && rights.create && (
          <CampaignForm
            campaign={null}
            advertiserId={advertiser}
            onClose={() => change({ new: false, page })}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface AdvertiserFilterProps {
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}

/** Filter by advertiser, for users who see several. */
function AdvertiserFilter({ value, onChange }: AdvertiserFilterProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { read } = useRights('Settings', 'Adv Tenant OnBoarding')
  const { data } = useQuery({ ...advertisersQuery(environment.id, { pageSize: 100 }), enabled: read })
  if (!read) return null
  return (
    <OneFilter
      name={t('campaigns:campaigns.advertiser')}
      options={(data?.items ?? []).map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}
