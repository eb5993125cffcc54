import type { Livestream, LivestreamSort } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Formatter, useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { OnAir } from './on-air'
import { StreamImage } from './stream-image'
import { StreamMenu } from './stream-menu'
import { StreamStatus } from './stream-status'

export function useStreamColumns(): readonly Column<Livestream, LivestreamSort>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => columnsOf(t, format), [t, format])
}

function columnsOf(t: Translate, format: Formatter): readonly Column<Livestream, LivestreamSort>[] {
  return [
    {
      id: 'name',
      head: t('live:streams.columns.name'),
      sorts: ['name', '-name'],
      cell: (stream) => <NameCell stream={stream} />,
    },
    {
      id: 'status',
      head: t('live:streams.columns.status'),
      width: '24%',
      cell: (stream) => <StreamStatus stream={stream} />,
    },
    {
      id: 'onAir',
      head: t('live:streams.columns.onAir'),
      width: '124px',
      number: true,
      from: 'sm',
      sorts: ['-activeSince', 'activeSince'],
      cell: ({ activeSince }) => <OnAir since={activeSince} />,
    },
    {
      id: 'record',
      head: t('live:streams.columns.record'),
      width: '112px',
      from: 'lg',
      cell: ({ record }) => (
        <span className={record ? 'text-ink' : 'text-ink-3'}>
          {t(`live:streams.record.${record ? 'on' : 'off'}`)}
        </span>
      ),
    },
    {
      id: 'customUrls',
      head: t('live:streams.columns.customUrls'),
      width: '124px',
      number: true,
      from: 'lg',
      cell: ({ customPlaybacks }) => <span className="text-ink-2">{format.number(customPlaybacks)}</span>,
    },
    {
      id: 'added',
      head: t('live:streams.columns.added'),
      width: '136px',
      from: 'lg',
      sorts: ['-createdAt', 'createdAt'],
      cell: ({ createdAt }) => <Moment time={createdAt} />,
    },
    {
      id: 'menu',
      head: t('live:streams.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (stream) => (
        <StreamMenu
          isOpenable
          stream={stream}
          trigger={<RowMenuButton label={t('live:streams.actions.of', { name: stream.name })} />}
        />
      ),
    },
  ]
}

function NameCell({ stream }: { readonly stream: Livestream }) {
  const { id, environmentId, name, group } = stream
  return (
    <span className="flex min-w-0 items-center gap-3">
      <StreamImage stream={stream} />
      <span className="block min-w-0">
        <Link
          to="/$environmentId/live-stream/$streamId"
          params={{ environmentId, streamId: id }}
          tabIndex={-1}
          title={name}
          dir="auto"
          className="own-way cut block font-mid text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        {group !== null && (
          <span dir="auto" className="own-way cut block text-12 text-ink-3" title={group}>
            <bdi>{group}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
