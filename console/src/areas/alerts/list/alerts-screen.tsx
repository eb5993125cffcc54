import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useRights } from '../../identity'
import { ChannelList } from '../channels/channel-list'
import { channelsQuery, openAlertsQuery, rulesQuery, usePlace } from '../queries'
import { type AlertsSearch, allAlerts } from '../search'
import { AlertHistory } from './history'
import { OpenAlerts } from './open-alerts'
import { useRuleColumns } from './rule-columns'

const to = '/$environmentId/alerts'
const route = getRouteApi(to)

export function AlertsScreen() {
  const t = useText()
  const place = usePlace()
  const rights = useRights('Alerts', 'Alert')
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRules()
  const open = useQuery({ ...openAlertsQuery(place), enabled: rights.read })
  const params = { environmentId: place.environmentId }
  const create = rights.create && (
    <LinkButton variant="primary" icon={<Plus size={16} />} to="/$environmentId/alerts/new" params={params}>
      {t('alerts:list.new')}
    </LinkButton>
  )
  const { data } = list
  return (
    <ListScreen
      title={t('alerts:list.title')}
      noAccess={!rights.read && <NoAccess what={t('alerts:list.title')} />}
      beside={
        data !== undefined &&
        data.rules > 0 && (
          <span className="text-13 text-ink-3">
            {t('alerts:list.summary', { rules: data.rules, enabled: data.enabled })}
            {' · '}
            {t('alerts:list.firing', { count: open.data?.open ?? 0 })}
          </span>
        )
      }
      primary={create}
      list={list}
      isNarrowed
      firstUse={null}
      tools={
        <>
          <OpenAlerts
            alerts={open.data?.items ?? []}
            total={open.data?.open ?? 0}
            onMore={() => void navigate({ search: { tab: 'history' } })}
          />
          {(open.data?.disabledChannels ?? 0) > 0 && tab !== 'channels' && (
            <div className="pt-4">
              <Banner
                tone="bad"
                action={
                  <LinkButton size="small" to={to} params={params} search={{ tab: 'channels' }}>
                    {t('alerts:list.showChannels')}
                  </LinkButton>
                }
              >
                {t('alerts:list.disabled')}
              </Banner>
            </div>
          )}
          <TabLinks label={t('alerts:list.tabs.label')}>
            <TabLink to={to} params={params} search={{}} current={tab === undefined}>
              {t('alerts:list.tabs.rules')}
            </TabLink>
            <TabLink to={to} params={params} search={{ tab: 'history' }} current={tab === 'history'}>
              {t('alerts:list.tabs.history')}
            </TabLink>
            <TabLink to={to} params={params} search={{ tab: 'channels' }} current={tab === 'channels'}>
              {t('alerts:list.tabs.channels')}
            </TabLink>
          </TabLinks>
        </>
      }
    >
      <div className="pt-3">
        {tab === 'history' ? (
          <AlertHistory />
        ) : tab === 'channels' ? (
          <ChannelList />
        ) : (
          <Rules create={create} />
        )}
      </div>
    </ListScreen>
  )
}

function Rules({ create }: { readonly create: ReactNode }) {
  const t = useText()
  const place = usePlace()
  const { q, state, severity, page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRules()
  const channels = useQuery(channelsQuery(place))
  const columns = useRuleColumns(channels.data?.items ?? [])
  const change = (next: Partial<AlertsSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  if (list.data?.rules === 0)
    return (
      <div className="pt-6">
        <State icon={<Bell size={20} />} title={t('alerts:list.none')} actions={create}>
          {t('alerts:list.about')}
        </State>
      </div>
    )
  return (
    <>
      <ListTools>
        <ListSearch label={t('alerts:list.search')} phrase={q} onChange={(phrase) => change({ q: phrase })} />
        <OneFilter
          name={t('alerts:list.state')}
          value={state}
          onChange={(value) => change({ state: value })}
          options={(['firing', 'quiet', 'off'] as const).map((id) => ({
            id,
            label: t(`alerts:list.states.${id}`),
          }))}
        />
        <OneFilter
          name={t('alerts:list.severity')}
          value={severity}
          onChange={(value) => change({ severity: value })}
          options={(['critical', 'warning'] as const).map((id) => ({
            id,
            label: t(`alerts:severities.${id}`),
          }))}
        />
      </ListTools>
      <PagedList
        label={t('alerts:list.tabs.rules')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id, environmentId }) =>
          void navigate({ to: '/$environmentId/alerts/$ruleId', params: { environmentId, ruleId: id } })
        }
        page={page}
        onPage={(number, replace) => void navigate({ search: (old) => ({ ...old, page: number }), replace })}
        failed={t('alerts:list.failed')}
        empty={
          <NothingFound
            title={t('alerts:list.nothing')}
            clear={t('alerts:list.clear')}
            onClear={() => change(allAlerts)}
          >
            {t('alerts:list.nothingWhere')}
          </NothingFound>
        }
      />
    </>
  )
}

/** The rules that the address selects. */
function useRules() {
  const { read } = useRights('Alerts', 'Alert')
  const { q, state, severity, page } = route.useSearch()
  const query = {
    pageNum: page,
    ...(q !== '' && { phrase: q }),
    ...(state && { state }),
    ...(severity && { severity }),
  }
  return useQuery({ ...rulesQuery(usePlace(), query), enabled: read })
}
