import type { LiveRecording } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Formatter, none, useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { RecordingImage } from './recording-image'
import { RecordingMenu } from './recording-menu'
import { AvailableUntil, RecordingStatus } from './recording-status'

export function useRecordingColumns(): readonly Column<LiveRecording>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => columnsOf(t, format), [t, format])
}

function columnsOf(t: Translate, format: Formatter): readonly Column<LiveRecording>[] {
  return [
    {
      id: 'title',
      head: t('live:recordings.columns.title'),
      cell: (recording) => <TitleCell recording={recording} />,
    },
    {
      id: 'status',
      head: t('live:recordings.columns.status'),
      width: '104px',
      cell: (recording) => <RecordingStatus recording={recording} />,
    },
    {
      id: 'started',
      head: t('live:recordings.columns.started'),
      width: '144px',
      from: 'lg',
      cell: ({ startedAt }) => <Moment time={startedAt} />,
    },
    {
      id: 'length',
      head: t('live:recordings.columns.length'),
      width: '96px',
      number: true,
      from: 'sm',
      cell: ({ duration }) => (duration === null ? none : format.duration(duration)),
    },
    {
      id: 'until',
      head: t('live:recordings.columns.until'),
      width: '192px',
      from: 'md',
      cell: (recording) => <AvailableUntil recording={recording} hasHead />,
    },
    {
      id: 'menu',
      head: t('live:recordings.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (recording) => (
        <RecordingMenu
          recording={recording}
          trigger={<RowMenuButton label={t('live:streams.actions.of', { name: recording.title })} />}
        />
      ),
    },
  ]
}

function TitleCell({ recording }: { readonly recording: LiveRecording }) {
  const { id, environmentId, title, livestreamName } = recording
  return (
    <span className="flex min-w-0 items-center gap-3">
      <RecordingImage recording={recording} />
      <span className="block min-w-0">
        <Link
          to="/$environmentId/live-recording/$contentId"
          params={{ environmentId, contentId: id }}
          tabIndex={-1}
          title={title}
          dir="auto"
          className="own-way cut block font-mid text-ink"
        >
          <bdi>{title}</bdi>
        </Link>
        {livestreamName !== null && (
          <span dir="auto" className="own-way cut block text-12 text-ink-3" title={livestreamName}>
            <bdi>{livestreamName}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
