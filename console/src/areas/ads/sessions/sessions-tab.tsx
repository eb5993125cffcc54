import type { AdChannel } from '@kinora/contract'
import { ListMagnifyingGlass } from '@phosphor-icons/react/dist/csr/ListMagnifyingGlass'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { sessionsQuery } from '../queries'
import { useSessionColumns } from './session-columns'
import { SessionFilters, useSessionsAsked } from './session-filters'

/** Session log of a channel, newest first. */
export function SessionsTab({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const columns = useSessionColumns(channel)
  const { asked, clear } = useSessionsAsked()
  const isFiltered = Object.keys(asked).length > 0
  const list = useInfiniteQuery(sessionsQuery(channel, asked))
  const rows = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && !rows)
    return <ListFault title={t('ads:sessions.failed')} safe={t('ui:safe')} list={list} />
  if (rows?.length === 0 && !isFiltered) {
    return (
      <div className="pt-8">
        <State icon={<ListMagnifyingGlass size={20} />} title={t('ads:sessions.none')}>
          {t('ads:sessions.about')}
        </State>
      </div>
    )
  }
  return (
    <>
      <p className="max-w-[680px] py-4 text-pretty text-ink-2">{t('ads:sessions.about')}</p>
      <SessionFilters />
      {rows?.length === 0 ? (
        <State
          icon={<ListMagnifyingGlass size={20} />}
          title={t('ads:log.nothing')}
          actions={<Button onPress={clear}>{t('ads:log.clear')}</Button>}
        >
          {t('ads:log.nothingWhy')}
        </State>
      ) : (
        <Table
          low
          label={t('ads:channel.tabs.sessions')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ startedAt }) => format.exactTime(startedAt)}
          onOpen={({ id }) =>
            void navigate({
              to: '/$environmentId/ad_insertion/$channelId',
              params: { environmentId: channel.environmentId, channelId: channel.id },
              search: { tab: 'sessions', session: id },
            })
          }
          skeletonRows={6}
        />
      )}
      {list.hasNextPage && (
        <div className="pt-4">
          <Button busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('ads:sessions.more')}
          </Button>
        </div>
      )}
    </>
  )
}
