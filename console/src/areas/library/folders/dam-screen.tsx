import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { NoPermission } from '../../../ui/no-permission'
import { Page } from '../../../ui/page'
import { useHere, useRoleName } from '../../identity'
import { folderItem, type Item, videoItem } from '../contents/item'
import { useDamPageSize } from '../contents/preferences'
import { useLiveContents } from '../live'
import { useFolderRights, useVideoRights } from '../rights'
import { listQueryOf } from '../search'
import { type Ask, Asked } from './asked'
import { CarryRoom } from './drag/carry'
import { FolderPage } from './folder-page'
import { FolderSide } from './folder-side'
import type { Deed } from './item-menu'
import { LevelBody } from './level-body'
import { folderQuery, levelQuery } from './queries'

const route = getRouteApi('/$environmentId/dam')
const none: ReadonlySet<string> = new Set()

export function DamScreen() {
  const t = useText()
  const { environment } = useHere()
  const folders = useFolderRights()
  const videos = useVideoRights()
  const roleName = useRoleName()
  if (folders.read && videos.read) return <OpenLevel />
  return (
    <Page title={t('library:dam.title')}>
      <div className="pt-10">
        <NoPermission
          what={folders.read ? t('library:videos.title') : t('library:dam.title')}
          role={roleName(environment.role)}
        />
      </div>
    </Page>
  )
}

function OpenLevel() {
  const { environment } = useHere()
  const rights = useFolderRights()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize] = useDamPageSize()
  const [asked, setAsked] = useState<Ask>()
  const folderId = search.folder
  const [selected, setSelected] = useSelectionIn(folderId)
  const query = listQueryOf(search, ownSize)
  const list = useQuery(levelQuery(environment.id, folderId, query))
  const opened = useQuery({
    ...folderQuery(environment.id, folderId ?? ''),
    enabled: folderId !== undefined,
  })
  useLiveContents(environment.id)

  const items = list.data && [
    ...list.data.assetCollections.map(folderItem),
    ...list.data.items.map(videoItem),
  ]
  const askByAddress = (add: 'folder' | undefined) =>
    void navigate({ search: (old) => ({ ...old, add }), replace: add === undefined })
  const ask = (deed: Deed, some: readonly Item[]) => setAsked({ deed, items: some })
  const shownAsk = search.add === 'folder' && rights.create ? ({ deed: 'new', items: [] } as const) : asked
  const leaveGone = (gone: readonly Item[]) => {
    setSelected(new Set())
    if (!gone.some(({ id }) => id === folderId) || asked?.deed !== 'delete') return
    const parent = opened.data?.parentCollectionUUID
    void navigate({ search: parent ? { folder: parent } : {} })
  }

  return (
    <CarryRoom chosen={items?.filter(({ id }) => selected.has(id)) ?? []}>
      <FolderSide current={folderId}>
        <FolderPage
          folder={folderId === undefined ? undefined : opened.data}
          isInside={folderId !== undefined}
          onNewFolder={() => askByAddress('folder')}
          onAsk={ask}
        >
          <LevelBody
            list={list}
            items={items}
            folder={folderId === undefined ? undefined : opened.data}
            selection={{ selected, onChange: setSelected }}
            onAsk={ask}
            onNewFolder={() => askByAddress('folder')}
          />
        </FolderPage>
      </FolderSide>
      <Asked
        ask={shownAsk}
        folderId={folderId}
        onClose={() => (search.add === 'folder' ? askByAddress(undefined) : setAsked(undefined))}
        onGone={leaveGone}
      />
    </CarryRoom>
  )
}

/** The selection starts empty in each folder. */
function useSelectionIn(folderId: string | undefined) {
  const [kept, keep] = useState<{ folderId: string | undefined; keys: ReadonlySet<string> }>()
  const keys = kept?.folderId === folderId ? kept?.keys : undefined
  return [keys ?? none, (next: ReadonlySet<string>) => keep({ folderId, keys: next })] as const
}
