import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { channelsQuery } from '../queries'
import { allChannels, type ChannelsSearch } from '../search'
import { useChannelColumns } from './channel-columns'

const ChannelForm = lazy(async () => ({ default: (await import('./channel-form')).ChannelForm }))

const route = getRouteApi('/$environmentId/ad_insertion')

export function ChannelsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const search = route.useSearch()
  const { q, enabled, page } = search
  const navigate = route.useNavigate()
  const list = useQuery({
    ...channelsQuery(environment.id, {
      pageNum: page,
      ...(q !== '' && { phrase: q }),
      ...(enabled !== undefined && { enabled }),
    }),
    enabled: rights.read,
  })
  const change = (next: Partial<ChannelsSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const columns = useChannelColumns()
  const plays =
    search.video !== undefined
      ? ({ type: 'video', id: search.video } as const)
      : search.live !== undefined
        ? ({ type: 'live', id: search.live } as const)
        : undefined
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('ads:channels.new')}
    </Button>
  )
  return (
    <ListScreen
      title={t('ads:channels.title')}
      noAccess={!rights.read && <NoAccess what={t('ads:channels.title')} />}
      actions={
        <LinkButton
          to="/$environmentId/ad_insertion/scte35"
          params={{ environmentId: environment.id }}
          search={{}}
        >
          {t('ads:channels.decoder')}
        </LinkButton>
      }
      primary={make}
      list={list}
      isNarrowed={q !== '' || enabled !== undefined}
      firstUse={
        <div className="pt-10">
          <State icon={<Megaphone size={20} />} title={t('ads:channels.none')} actions={make}>
            {t('ads:channels.about')}
          </State>
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('ads:channels.search')}
            phrase={q}
            onChange={(phrase) => change({ q: phrase })}
          />
          <OneFilter
            name={t('ads:channels.columns.status')}
            options={(['true', 'false'] as const).map((id) => ({
              id,
              label: t(`ads:channels.status.${id}`),
            }))}
            value={enabled}
            onChange={(next) => change({ enabled: next })}
          />
        </ListTools>
      }
      dialog={
        search.new &&
        rights.create && (
          <ChannelForm
            channel={null}
            {...(plays && { plays })}
            onClose={() => change({ new: false, video: undefined, live: undefined, page })}
          />
        )
      }
    >
      <PagedList
        label={t('ads:channels.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/ad_insertion/$channelId',
            params: { environmentId, channelId: id },
          })
        }
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('ads:channels.failed')}
        empty={
          <NothingFound
            title={t('ads:channels.nothing')}
            clear={t('ads:channels.clear')}
            onClear={() => change(allChannels)}
          >
            {t('ads:channels.nothingWhere')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}
