import type { PlannedRecording } from '@kinora/contract'
import { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { State } from '../../../ui/state'
import type { Column } from '../../../ui/table-parts'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { useStreamEvents } from '../use-stream-events'
import { PlannedMenu, PlannedStatus } from './planned-parts'
import { plannedListQuery } from './queries'

const PlannedForm = lazy(async () => ({ default: (await import('./planned-form')).PlannedForm }))

const route = getRouteApi('/$environmentId/live-recording_/planned')

/** The planned recordings of live streams. */
export function PlannedList() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Liverecordings', 'Recording')
  const search = route.useSearch()
  const { q, page, stream } = search
  const navigate = route.useNavigate()
  const list = useQuery({
    ...plannedListQuery(environment.id, { pageNum: page, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  useStreamEvents(environment.id, 'planned_recording')
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const columns = useColumns()
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onPress={() => void navigate({ search: (old) => ({ ...old, new: true }), resetScroll: false })}
    >
      {t('live:planned.new')}
    </Button>
  )
  return (
    <ListScreen
      title={t('live:planned.title')}
      noAccess={!rights.read && <NoAccess what={t('live:planned.title')} />}
      actions={
        <LinkButton to="/$environmentId/live-recording" params={{ environmentId: environment.id }}>
          {t('live:recordings.title')}
        </LinkButton>
      }
      primary={make}
      list={list}
      isNarrowed={q !== ''}
      firstUse={
        <div className="pt-10">
          <State icon={<CalendarBlank size={20} />} title={t('live:planned.none')} actions={make}>
            {t('live:planned.about')}
          </State>
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('live:planned.search')}
            phrase={q}
            onChange={(phrase) => change({ q: phrase })}
          />
        </ListTools>
      }
      dialog={
        search.new &&
        rights.create && (
          <PlannedForm streamId={stream} onClose={() => change({ new: false, stream: '', page })} />
        )
      }
    >
      <PagedList
        label={t('live:planned.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id }) =>
          void navigate({
            to: '/$environmentId/live-recording/planned/$plannedId',
            params: { environmentId: environment.id, plannedId: id },
          })
        }
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('live:planned.failed')}
        empty={
          <NothingFound
            title={t('live:planned.nothing', { phrase: q })}
            clear={t('live:streams.nothing.clear')}
            onClear={() => change({ q: '' })}
          >
            {t('live:planned.where')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}

function useColumns(): readonly Column<PlannedRecording>[] {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  return useMemo(
    () => [
      {
        id: 'name',
        head: t('live:streams.name'),
        cell: ({ id, name, livestreamName }) => (
          <span className="block min-w-0">
            <Link
              to="/$environmentId/live-recording/planned/$plannedId"
              params={{ environmentId: environment.id, plannedId: id }}
              tabIndex={-1}
              dir="auto"
              className="own-way cut block font-mid text-ink"
            >
              <bdi>{name}</bdi>
            </Link>
            <span dir="auto" className="own-way cut block text-12 text-ink-3">
              <bdi>{livestreamName}</bdi>
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        head: t('live:recordings.columns.status'),
        width: '128px',
        cell: (planned) => <PlannedStatus planned={planned} />,
      },
      {
        id: 'from',
        head: t('live:planned.from'),
        width: '200px',
        from: 'md',
        cell: ({ from }) => format.exactTime(from),
      },
      {
        id: 'to',
        head: t('live:planned.to'),
        width: '200px',
        from: 'lg',
        cell: ({ to }) => format.exactTime(to),
      },
      {
        id: 'menu',
        head: t('live:recordings.columns.menu'),
        quietHead: true,
        width: '40px',
        cell: (planned) => (
          <PlannedMenu
            planned={planned}
            trigger={<RowMenuButton label={t('live:streams.actions.of', { name: planned.name })} />}
          />
        ),
      },
    ],
    [t, format, environment.id],
  )
}
