import type { Collection } from '@kinora/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { isGone } from '../../../lib/problem'
import { NothingFound } from '../../../ui/nothing-found'
import { Paged } from '../../../ui/paged'
import type { Selection } from '../../../ui/table-parts'
import { Similar } from '../lists/similar'
import type { Item } from '../parts/item'
import { useDamPageSize, useDamView } from '../preferences'
import type { ContentsPage } from '../queries'
import { type DamSearch, type ListView, pageSizes, wholeLevel } from '../search'
import type { ItemAction } from './item-menu'
import { Level } from './level'
import { EmptyLevel, FolderInTrash, NoFolder } from './level-states'
import { LevelTools } from './level-tools'

const route = getRouteApi('/$environmentId/dam')

interface LevelBodyProps {
  readonly list: UseQueryResult<ContentsPage>
  readonly items: readonly Item[] | undefined
  /** Undefined while the folder is loading. */
  readonly folder: Collection | undefined
  readonly selection: Selection
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
  readonly onNewFolder: () => void
}

/** The items of the open folder with its tools, and its empty states. */
export function LevelBody({ list, items, folder, selection, onItemAction, onNewFolder }: LevelBodyProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = useDamPageSize()
  const [ownView, setOwnView] = useDamView()
  const change = (next: Partial<DamSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const size = search.size ?? ownSize
  const showAs = (view: ListView) => {
    setOwnView(view)
    change({ view: undefined })
  }
  if (search.folder !== undefined && isGone(list.error)) return <Standing state={<NoFolder />} />
  if (folder && folder.trashedAt !== null) return <Standing state={<FolderInTrash folder={folder} />} />
  const view = search.view ?? ownView
  return (
    <>
      <LevelTools search={search} onChange={change} view={view} onView={phone ? undefined : showAs} />
      {list.data?.similar && <Similar phrase={search.q} />}
      <Paged
        list={list}
        page={search.page}
        onPage={(page, replace) => void navigate({ search: (old) => ({ ...old, page }), replace })}
        pageSize={size}
        sizes={pageSizes}
        onPageSize={(chosen) => {
          setOwnSize(chosen)
          change({ size: undefined })
        }}
        failed={t('library:dam.failed')}
        safe={t('library:videos.safe')}
      >
        {items?.length === 0 && search.q !== '' ? (
          <NothingFound
            title={t('library:dam.nothing', { phrase: search.q })}
            clear={t('library:dam.clearSearch')}
            onClear={() => change(wholeLevel)}
          >
            {t('library:dam.nothingWhere')}
          </NothingFound>
        ) : items?.length === 0 && search.page === 1 && (search.folder === undefined || folder) ? (
          <Standing state={<EmptyLevel name={folder?.name} onNewFolder={onNewFolder} />} />
        ) : (
          <Level
            items={items}
            busy={list.isPlaceholderData}
            rows={size}
            view={view}
            selection={selection}
            onItemAction={onItemAction}
            onChange={change}
          />
        )}
      </Paged>
    </>
  )
}

function Standing({ state }: { readonly state: ReactNode }) {
  return <div className="pt-10">{state}</div>
}
