import type { ImportRow, VideoImport } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { RowStatus } from './row-status'

export function useRowColumns({ status }: VideoImport): readonly Column<ImportRow>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'number',
      head: t('library:import.columns.row'),
      width: '56px',
      number: true,
      cell: ({ number }) => <span className="text-ink-3">{format.number(number)}</span>,
    },
    { id: 'video', head: t('library:import.columns.video'), cell: (row) => <RowVideo row={row} /> },
    {
      id: 'tags',
      head: t('library:fields.tags'),
      width: '144px',
      from: 'lg',
      cell: ({ tags }) => (
        <span dir="auto" className="own-way cut block text-ink-2">
          <bdi>{tags.length > 0 ? tags.join(', ') : none}</bdi>
        </span>
      ),
    },
    {
      id: 'externalId',
      head: t('library:import.fields.externalId'),
      width: '128px',
      from: 'md',
      cell: ({ externalId }) => (
        <span dir="auto" className="own-way cut block text-ink-2">
          <bdi>{externalId ?? none}</bdi>
        </span>
      ),
    },
    {
      id: 'policy',
      head: t('library:fields.playbackPolicy'),
      width: '96px',
      from: 'lg',
      cell: ({ playbackPolicy }) => (
        <span className="text-ink-2">{t(`library:policies.${playbackPolicy}`)}</span>
      ),
    },
    {
      id: 'state',
      head: t('library:columns.status'),
      width: '280px',
      cell: (row) => <RowStatus row={row} isDraft={status === 'draft'} />,
    },
  ]
}

/** Title and address; a link once the video exists. */
export function RowVideo({ row: { title, url, content } }: { readonly row: ImportRow }) {
  const t = useText()
  const { environment } = useWorkspace()
  const name = <bdi>{title === '' ? t('library:import.fileName') : title}</bdi>
  return (
    <span className="block min-w-0 py-1">
      {content === null ? (
        <span className={title === '' ? 'cut block text-ink-3' : 'cut block font-mid'}>{name}</span>
      ) : (
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId: environment.id, contentId: content.id }}
          className="cut block w-fit max-w-full font-mid text-ink hover:underline"
        >
          {name}
        </Link>
      )}
      <span className="ltr cut block text-12 text-ink-3 rtl:text-right" title={url}>
        {url === '' ? none : url}
      </span>
    </span>
  )
}
