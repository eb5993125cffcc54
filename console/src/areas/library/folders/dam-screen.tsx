import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { folderItem, type Item, selectedAmong, videoItem } from '../parts/item'
import { useDamPageSize } from '../preferences'
import { folderQuery } from '../queries'
import { listQueryOf } from '../search'
import { ItemDragProvider } from './drag/item-drag'
import { FolderPage } from './folder-page'
import { FolderSide } from './folder-side'
import { ItemDialog, type ItemRequest } from './item-dialog'
import type { ItemAction } from './item-menu'
import { LevelBody } from './level-body'
import { levelQuery } from './queries'

const route = getRouteApi('/$environmentId/dam')
const none: ReadonlySet<string> = new Set()

export function DamScreen() {
  const t = useText()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  if (folders.read && videos.read) return <OpenLevel />
  return (
    <Page
      title={t('library:dam.title')}
      noAccess={<NoAccess what={folders.read ? t('library:videos.title') : t('library:dam.title')} />}
    />
  )
}

function OpenLevel() {
  const { environment } = useWorkspace()
  const rights = useRights('DAM', 'Folder')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize] = useDamPageSize()
  const [request, setRequest] = useState<ItemRequest>()
  const folderId = search.folder
  const [kept, setSelected] = useSelectionIn(folderId)
  const query = listQueryOf(search, ownSize)
  const list = useQuery(levelQuery(environment.id, folderId, query))
  const opened = useQuery({
    ...folderQuery(environment.id, folderId ?? ''),
    enabled: folderId !== undefined,
  })

  const items = useMemo(
    () => list.data && [...list.data.assetCollections.map(folderItem), ...list.data.items.map(videoItem)],
    [list.data],
  )
  const selected = selectedAmong(items ?? [], kept)
  const deselectMoved = (moved: readonly Item[]) => {
    if (moved.some(({ id }) => selected.has(id))) setSelected(none)
  }
  const askByAddress = (add: 'folder' | undefined) =>
    void navigate({ search: (old) => ({ ...old, add }), replace: add === undefined })
  const openDialog = (action: ItemAction, some: readonly Item[]) => setRequest({ action, items: some })
  const shownRequest =
    search.add === 'folder' && rights.create ? ({ action: 'new', items: [] } as const) : request
  const leaveDeletedFolder = (gone: readonly Item[]) => {
    setSelected(new Set())
    if (!gone.some(({ id }) => id === folderId) || request?.action !== 'delete') return
    const parent = opened.data?.parentCollectionUUID
    void navigate({ search: parent ? { folder: parent } : {} })
  }

  return (
    <ItemDragProvider chosen={items?.filter(({ id }) => selected.has(id)) ?? []} onMoved={deselectMoved}>
      <FolderSide current={folderId}>
        <FolderPage
          folder={folderId === undefined ? undefined : opened.data}
          isInside={folderId !== undefined}
          onNewFolder={() => askByAddress('folder')}
          onItemAction={openDialog}
        >
          <LevelBody
            list={list}
            items={items}
            folder={folderId === undefined ? undefined : opened.data}
            selection={{ selected, onChange: setSelected }}
            onItemAction={openDialog}
            onNewFolder={() => askByAddress('folder')}
          />
        </FolderPage>
      </FolderSide>
      <ItemDialog
        request={shownRequest}
        folderId={folderId}
        onClose={() => (search.add === 'folder' ? askByAddress(undefined) : setRequest(undefined))}
        onGone={leaveDeletedFolder}
      />
    </ItemDragProvider>
  )
}

/** The selection starts empty in each folder. */
function useSelectionIn(folderId: string | undefined) {
  const [kept, keep] = useState<{ folderId: string | undefined; keys: ReadonlySet<string> }>()
  const keys = kept?.folderId === folderId ? kept?.keys : undefined
  return [keys ?? none, (next: ReadonlySet<string>) => keep({ folderId, keys: next })] as const
}
