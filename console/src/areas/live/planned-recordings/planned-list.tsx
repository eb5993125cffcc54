import type { PlannedRecording } from '@kinora/contract'
import { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import type { Column } from '../../../ui/table-parts'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { PlannedStatus } from './planned-screen'
import { plannedListQuery } from './queries'

const route = getRouteApi('/$environmentId/live-recording_/planned')

/** The planned recordings of live streams. */
export function PlannedList() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Liverecordings', 'Recording')
  const { q, page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery({
    ...plannedListQuery(environment.id, { pageNum: page, ...(q !== '' && { phrase: q }) }),
    enabled: rights.read,
  })
  const change = (next: { q: string }) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const columns = useColumns()
  return (
    <ListScreen
      title={t('live:planned.title')}
      noAccess={!rights.read && <NoAccess what={t('live:planned.title')} />}
      actions={
        <LinkButton to="/$environmentId/live-recording" params={{ environmentId: environment.id }}>
          {t('live:recordings.title')}
        </LinkButton>
      }
      list={list}
      isNarrowed={q !== ''}
      firstUse={
        <div className="pt-10">
          <State icon={<CalendarBlank size={20} />} title={t('live:planned.none')}>
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
    ],
    [t, format, environment.id],
  )
}
