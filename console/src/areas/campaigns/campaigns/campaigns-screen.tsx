import { Flag } from '@phosphor-icons/react/dist/csr/Flag'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { advertisersQuery, campaignsQuery } from '../queries'
import { allCampaigns, type CampaignsSearch } from '../search'
import { useCampaignColumns } from './campaign-columns'

const CampaignForm = lazy(async () => ({ default: (await import('./campaign-form')).CampaignForm }))

const route = getRouteApi('/$environmentId/campaigns')

export function CampaignsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Campaign')
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
  const columns = useCampaignColumns()
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('campaigns:campaigns.new')}
    </Button>
  )
  return (
    <ListScreen
      title={t('campaigns:campaigns.title')}
      noAccess={!rights.read && <NoAccess what={t('campaigns:campaigns.title')} />}
      primary={make}
      list={list}
      isNarrowed={q !== '' || advertiser !== undefined}
      firstUse={
        <div className="pt-10">
          <State icon={<Flag size={20} />} title={t('campaigns:campaigns.none')} actions={make}>
            {t('campaigns:campaigns.about')}
          </State>
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('campaigns:campaigns.search')}
            phrase={q}
            onChange={(phrase) => change({ q: phrase })}
          />
          <AdvertiserFilter value={advertiser} onChange={(next) => change({ advertiser: next })} />
        </ListTools>
      }
      dialog={
        isMaking &&
        rights.create && (
          <CampaignForm
            campaign={null}
            advertiserId={advertiser}
            onClose={() => change({ new: false, page })}
          />
        )
      }
    >
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
          <NothingFound
            title={t('campaigns:campaigns.nothing')}
            clear={t('campaigns:campaigns.clear')}
            onClear={() => change(allCampaigns)}
          >
            {t('campaigns:campaigns.nothingWhere')}
          </NothingFound>
        }
      />
    </ListScreen>
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
