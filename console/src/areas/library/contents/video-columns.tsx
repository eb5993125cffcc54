import type { Content } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Formatter, none, useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { type Translate, useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { useRights } from '../../identity'
import { TestMark } from '../parts/test-mark'
import type { VideosSort } from '../search'
import { Thumb } from '../tiles/thumb'
import type { ColumnId } from './list-tools/column-choice'
import { VideoMenu } from './video-menu'
import { VideoStatus } from './video-status'

/** The columns that the user has chosen, between title and menu. */
export function useVideoColumns(
  chosen: readonly ColumnId[],
  pathOf: (folderId: string | null) => string | undefined,
  onDelete: (content: Content) => void,
): readonly Column<Content, VideosSort>[] {
  const t = useText()
  const format = useFormat()
  const { update: mayRetry } = useRights('Videos', 'Video')
  const remove = useStable(onDelete)
  const shown = chosen.join(' ')
  return useMemo(
    () => columnsOf(t, format, { mayRetry, shown: shown.split(' '), pathOf, onDelete: remove }),
    [t, format, mayRetry, shown, pathOf, remove],
  )
}

interface ColumnOptions {
  readonly mayRetry: boolean
  readonly shown: readonly string[]
  /** The folder of a video in words. */
  readonly pathOf: (folderId: string | null) => string | undefined
  readonly onDelete: (content: Content) => void
}

function columnsOf(
  t: Translate,
  format: Formatter,
  { mayRetry, shown, pathOf, onDelete }: ColumnOptions,
): readonly Column<Content, VideosSort>[] {
  const columns: readonly (Column<Content, VideosSort> & { readonly id: ColumnId })[] = [
    {
      id: 'status',
      head: t('library:columns.status'),
      width: '19%',
      sorts: ['status', '-status'],
      cell: (content) => <VideoStatus content={content} mayRetry={mayRetry} />,
    },
    {
      id: 'length',
      head: t('library:columns.length'),
      width: '88px',
      number: true,
      from: 'sm',
      sorts: ['-duration', 'duration'],
      cell: ({ duration }) => (duration === null ? none : format.duration(duration)),
    },
    {
      id: 'source',
      head: t('library:columns.source'),
      width: '92px',
      number: true,
      from: 'lg',
      sorts: ['-resolution', 'resolution'],
      cell: ({ resolution }) => <span className="ltr text-ink-2">{resolution ?? none}</span>,
    },
    {
      id: 'size',
      head: t('library:columns.size'),
      width: '108px',
      number: true,
      from: 'lg',
      sorts: ['-size', 'size'],
      cell: ({ source: { size } }) => (
        <span className="text-ink-2">{size === null ? none : format.bytes(size)}</span>
      ),
    },
    {
      id: 'addedBy',
      head: t('library:columns.addedBy'),
      width: '13%',
      from: 'lg',
      sorts: ['addedBy', '-addedBy'],
      cell: ({ addedBy }) => (
        <span dir="auto" className="own-way cut block text-ink-2">
          <bdi>{addedBy ?? none}</bdi>
        </span>
      ),
    },
    {
      id: 'added',
      head: t('library:columns.added'),
      width: '136px',
      from: 'lg',
      sorts: ['-createdAt', 'createdAt'],
      cell: ({ createdAt }) => <Moment time={createdAt} />,
    },
  ]
  return [
    {
      id: 'title',
      head: t('library:columns.title'),
      sorts: ['title', '-title'],
      cell: (content) => <TitleCell content={content} folder={pathOf(content.assetCollectionUUID)} />,
    },
    ...columns.filter(({ id }) => shown.includes(id)),
    {
      id: 'menu',
      head: t('library:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (content) => (
        <VideoMenu
          openable
          isFilable
          shortcuts="floating"
          content={content}
          onDelete={() => onDelete(content)}
          trigger={<RowMenuButton label={t('library:actions.of', { title: content.title })} />}
        />
      ),
    },
  ]
}

interface TitleCellProps {
  readonly content: Content
  readonly folder: string | undefined
}

function TitleCell({ content, folder }: TitleCellProps) {
  const { id, environmentId, title, description } = content
  const beneath = folder ?? description
  return (
    <span className="flex items-center gap-3">
      <Thumb content={content} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <Link
            to="/$environmentId/videos/$contentId"
            params={{ environmentId, contentId: id }}
            tabIndex={-1}
            title={title}
            dir="auto"
            className="own-way cut min-w-0 font-mid text-ink"
          >
            <bdi>{title}</bdi>
          </Link>
          <TestMark content={content} />
        </span>
        {beneath && (
          <span dir="auto" className="own-way cut block text-12 text-ink-3" title={beneath}>
            <bdi>{beneath}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
