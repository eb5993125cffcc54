import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListScreen } from '../../../ui/list-screen'
import { StatusMark } from '../../../ui/status-mark'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { usePageSize } from '../preferences'
import { streamsQuery } from '../queries'
import { isNarrowed, streamsQueryOf } from '../search'
import { summaryQuery } from '../summary'
import { useStreamEvents } from '../use-stream-events'
import { NoStreams } from './no-streams'
import { StreamList } from './stream-list'

const CreateStream = lazy(async () => ({ default: (await import('./create-stream')).CreateStream }))

const route = getRouteApi('/$environmentId/live-stream')

/** The list of live streams. */
export function StreamsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Livestreams', 'Livestream')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize] = usePageSize('livestreams')
  const list = useQuery({
    ...streamsQuery(environment.id, streamsQueryOf(search, ownSize)),
    enabled: rights.read,
  })
  const summary = useQuery({ ...summaryQuery(environment.id), enabled: rights.read })
  useStreamEvents(environment.id)
  const setCreating = (isOpen: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: isOpen }), replace: !isOpen, resetScroll: false })
  return (
    <ListScreen
      title={t('live:streams.title')}
      beside={
        summary.data !== undefined &&
        summary.data.live > 0 && (
          <StatusMark tone="live">{t('live:streams.liveNow', { count: summary.data.live })}</StatusMark>
        )
      }
      noAccess={!rights.read && <NoAccess what={t('live:streams.title')} />}
      primary={
        rights.create && (
          <Button variant="primary" icon={<Plus size={16} />} onPress={() => setCreating(true)}>
            {t('live:streams.new')}
          </Button>
        )
      }
      list={list}
      isNarrowed={isNarrowed(search)}
      firstUse={<NoStreams mayCreate={rights.create} onCreate={() => setCreating(true)} />}
      dialog={search.new && rights.create && <CreateStream onClose={() => setCreating(false)} />}
    >
      <StreamList list={list} summary={summary.data} />
    </ListScreen>
  )
}
