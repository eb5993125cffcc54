import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { Tag } from '@phosphor-icons/react/dist/csr/Tag'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { PhoneList } from '../../../ui/phone-list'
import { Table } from '../../../ui/table'
import type { Selection } from '../../../ui/table-parts'
import { useRights, useWorkspace } from '../../identity'
import { useDownloadOriginals } from '../downloads/use-download-originals'
import { BulkBar } from '../lists/bulk-bar'
import { PhoneSkeleton } from '../lists/phone-skeleton'
import { useBulkActions } from '../lists/use-bulk-actions'
import { bytesOf, contentsIn, type Item, parentOf } from '../parts/item'
import { isDownloadable } from '../parts/status'
import type { DamSearch, ListView } from '../search'
import { DraggableRow } from './drag/draggable-row'
import { ItemCard } from './item-card'
import { useItemColumns } from './item-columns'
import type { ItemAction } from './item-menu'
import { useFolderPath } from './use-folder-path'

const ItemGrid = lazy(async () => ({ default: (await import('./item-grid')).ItemGrid }))

const route = getRouteApi('/$environmentId/dam')

interface LevelProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Item[] | undefined
  readonly busy: boolean
  readonly rows: number
  readonly view: ListView
  readonly selection: Selection
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
  readonly onChange: (change: Partial<DamSearch>) => void
}

/** Folders, then videos: as a table, as a grid, or as a list on a phone. */
export function Level({ items, busy, rows, view, selection, onItemAction, onChange }: LevelProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const { q, folder, sort } = route.useSearch()
  const folderNameOf = useFolderNameOf(q === '' ? undefined : (folder ?? null))
  const columns = useItemColumns({ onItemAction, folderNameOf })
  const chosen = items?.filter(({ id }) => selection.selected.has(id)) ?? []
  const open = (item: Item) => {
    const environmentId = environment.id
    if (item.kind === 'folder')
      void navigate({ to: '/$environmentId/dam', params: { environmentId }, search: { folder: item.id } })
    else
      void navigate({
        to: '/$environmentId/videos/$contentId',
        params: { environmentId, contentId: item.id },
      })
  }
  if (phone)
    return (
      <PhoneList label={t('library:dam.title')} items={items} skeleton={<PhoneSkeleton />}>
        {(item) => <ItemCard item={item} onItemAction={onItemAction} />}
      </PhoneList>
    )
  return (
    <>
      {view === 'grid' ? (
        <Suspense>
          <ItemGrid
            items={items}
            selection={selection}
            folderNameOf={folderNameOf}
            onItemAction={onItemAction}
          />
        </Suspense>
      ) : (
        <Table
          label={t('library:dam.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowShell={DraggableRow}
          onOpen={open}
          busy={busy}
          skeletonRows={rows}
          sorting={{ value: sort, onChange: (next) => onChange({ sort: next }) }}
          selection={selection}
        />
      )}
      {chosen.length > 0 && (
        <Chosen items={chosen} onItemAction={onItemAction} onClear={() => selection.onChange(new Set())} />
      )}
    </>
  )
}

interface ChosenProps extends Pick<LevelProps, 'onItemAction'> {
  readonly items: readonly Item[]
  readonly onClear: () => void
}

function Chosen({ items, onItemAction, onClear }: ChosenProps) {
  const t = useText()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const download = useDownloadOriginals()
  const others = useBulkActions(contentsIn(items))
  const may = (action: 'update' | 'delete') =>
    items.every(({ kind }) => (kind === 'folder' ? folders : videos)[action])
  const bulkAction = (action: ItemAction, label: string, Sign: typeof Tag, allowed: boolean) =>
    allowed ? [{ label, icon: <Sign size={16} aria-hidden />, run: () => onItemAction(action, items) }] : []
  return (
    <>
      <BulkBar
        sum={t('library:bulk.items', { count: items.length })}
        bytes={items.reduce((sum, item) => sum + bytesOf(item), 0)}
        onClear={onClear}
        actions={[
          ...bulkAction('move', t('library:move.action'), FolderSimple, may('update')),
          ...bulkAction('tag', t('library:fields.tags'), Tag, videos.update && contentsIn(items).length > 0),
          ...(contentsIn(items).some(isDownloadable)
            ? [
                {
                  label: t('library:actions.download'),
                  icon: <DownloadSimple size={16} aria-hidden />,
                  run: () => download(contentsIn(items)),
                },
              ]
            : []),
          ...others.actions,
          ...bulkAction('delete', t('library:actions.delete'), Trash, may('delete')),
        ]}
      />
      {others.dialog}
    </>
  )
}

/** Name of the subfolder of each item in search results. */
function useFolderNameOf(searched: string | null | undefined) {
  const pathOf = useFolderPath(searched !== undefined)
  return useCallback(
    (item: Item): string | undefined =>
      searched === undefined || parentOf(item) === searched ? undefined : pathOf(parentOf(item)),
    [searched, pathOf],
  )
}
