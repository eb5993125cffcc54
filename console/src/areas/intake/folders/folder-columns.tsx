import type { WatchFolder } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { FolderMenu } from './folder-menu'
import { FolderState, placeOf } from './folder-state'

export function useFolderColumns(onEdit: (folder: WatchFolder) => void): Column<WatchFolder>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('intake:folders.columns.name'),
      cell: (folder) => (
        <span className="block min-w-0">
          <TextLink
            to="/$environmentId/settings/watch-folders/$folderId"
            params={{ environmentId: folder.environmentId, folderId: folder.id }}
            className="own-way cut block font-mid"
          >
            <bdi>{folder.name}</bdi>
          </TextLink>
          <span className="ltr own-way cut block font-code text-12 text-ink-3" title={placeOf(folder)}>
            {placeOf(folder)}
          </span>
          <span className="block pt-1 sm:hidden">
            <FolderState folder={folder} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('intake:folders.columns.state'),
      width: '15rem',
      from: 'sm',
      cell: (folder) => <FolderState folder={folder} />,
    },
    {
      id: 'waiting',
      head: t('intake:folders.columns.waiting'),
      width: '6rem',
      number: true,
      from: 'md',
      cell: ({ counts }) => format.number(counts.settling + counts.queued + counts.fetching),
    },
    {
      id: 'ingested',
      head: t('intake:folders.columns.ingested'),
      width: '6rem',
      number: true,
      from: 'md',
      cell: ({ counts }) => format.number(counts.ingested),
    },
    {
      id: 'failed',
      head: t('intake:folders.columns.failed'),
      width: '6rem',
      number: true,
      from: 'lg',
      cell: ({ counts }) => (
        <span className={counts.failed > 0 ? 'text-bad' : undefined}>{format.number(counts.failed)}</span>
      ),
    },
    {
      id: 'menu',
      head: t('intake:folders.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (folder) => (
        <FolderMenu
          folder={folder}
          onEdit={() => onEdit(folder)}
          trigger={<RowMenuButton label={t('intake:folders.of', { name: folder.name })} />}
        />
      ),
    },
  ]
}
