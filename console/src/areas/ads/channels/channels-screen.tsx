import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { OneFilter } from '../../../ui/one-filter'
import { Page } from '../../../ui/page'
import { PagedList } from '../../../ui/paged-list'
import { SearchField } from '../../../ui/search-field'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useRoleName, useWorkspace } from '../../identity'
import { channelsQuery } from '../queries'
import { allChannels, type ChannelsSearch } from '../search'
import { useChannelColumns } from './channel-columns'

const ChannelForm = lazy(async () => ({ default: (await import('./channel-form')).ChannelForm }))

const route = getRouteApi('/$environmentId/ad-insertion')

export function ChannelsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const roleName = useRoleName()
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
  const [typed, setTyped] = useDebouncedInput(q, (phrase) => change({ q: phrase }))
  const columns = useChannelColumns()
  const plays =
    search.video !== undefined
      ? ({ type: 'video', id: search.video } as const)
      : search.live !== undefined
        ? ({ type: 'live', id: search.live } as const)
        : undefined
  const isNarrowed = q !== '' || enabled !== undefined
  const isEmpty = list.data?.totalItems === 0 && !isNarrowed && !list.isPlaceholderData
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('ads:channels.new')}
    </Button>
  )
  if (!rights.read) {
    return (
      <Page title={t('ads:channels.title')}>
        <div className="pt-10">
          <NoAccess what={t('ads:channels.title')} role={roleName(environment.role)} />
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={t('ads:channels.title')}
      actions={
        <>
          <LinkButton
            to="/$environmentId/ad-insertion/scte35"
            params={{ environmentId: environment.id }}
            search={{}}
          >
            {t('ads:channels.decoder')}
          </LinkButton>
          {!isEmpty && make}
        </>
      }
    >
      {isEmpty ? (
        <div className="pt-10">
          <State icon={<Megaphone size={20} />} title={t('ads:channels.none')} actions={make}>
            {t('ads:channels.about')}
          </State>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 py-2">
            <SearchField
              slash
              label={t('ads:channels.search')}
              value={typed}
              onChange={setTyped}
              className="w-65 max-sm:w-full"
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
          </div>
          <PagedList
            label={t('ads:channels.title')}
            list={list}
            columns={columns}
            rowName={({ name }) => name}
            onOpen={({ id, environmentId }) =>
              void navigate({
                to: '/$environmentId/ad-insertion/$channelId',
                params: { environmentId, channelId: id },
              })
            }
            page={page}
            onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
            failed={t('ads:channels.failed')}
            empty={
              <div className="pt-8">
                <State
                  icon={<MagnifyingGlass size={20} />}
                  title={t('ads:channels.nothing')}
                  actions={<Button onPress={() => change(allChannels)}>{t('ads:channels.clear')}</Button>}
                >
                  {t('ads:channels.nothingWhere')}
                </State>
              </div>
            }
          />
        </>
      )}
      <Suspense>
        {search.new && rights.create && (
          <ChannelForm
            channel={null}
            {...(plays && { plays })}
            onClose={() => change({ new: false, video: undefined, live: undefined, page })}
          />
        )}
      </Suspense>
    </Page>
  )
}
