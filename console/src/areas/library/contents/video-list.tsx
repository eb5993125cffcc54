import type { Content } from '@kinora/contract'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Tag } from '@phosphor-icons/react/dist/csr/Tag'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { NothingFound } from '../../../ui/nothing-found'
import { Paged } from '../../../ui/paged'
import { PhoneList } from '../../../ui/phone-list'
import { State } from '../../../ui/state'
import { useRights } from '../../identity'
import { useDownloadOriginals } from '../downloads/use-download-originals'
import { useFolderPath } from '../folders/use-folder-path'
import { BulkBar } from '../lists/bulk-bar'
import { PhoneSkeleton } from '../lists/phone-skeleton'
import { Similar } from '../lists/similar'
import { useBulkActions } from '../lists/use-bulk-actions'
import { videoItem } from '../parts/item'
import { isDownloadable } from '../parts/status'
import { usePageSize, useVideosView } from '../preferences'
import type { ContentsPage } from '../queries'
import { QueueStrip } from '../queue/queue-strip'
import { type ListView, noFilters, pageSizes } from '../search'
import { TilesSkeleton } from '../tiles/tiles'
import { ListTools } from './list-tools/list-tools'
import { VideoCard } from './video-card'
import { VideoTable } from './video-table'

const MoveDialog = lazy(async () => ({ default: (await import('../folders/picker/move-dialog')).MoveDialog }))
const TagDialog = lazy(async () => ({ default: (await import('../folders/tag-dialog')).TagDialog }))
const VideoGrid = lazy(async () => ({ default: (await import('./video-grid')).VideoGrid }))

const route = getRouteApi('/$environmentId/videos')

interface VideoListProps {
  readonly list: UseQueryResult<ContentsPage>
  readonly isFiltered: boolean
  readonly onDelete: (contents: readonly Content[]) => void
}

/** The list with its tools, and its empty states. */
export function VideoList({ list, isFiltered, onDelete }: VideoListProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const rights = useRights('Videos', 'Video')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [ownSize, setOwnSize] = usePageSize()
  const download = useDownloadOriginals()
  const [ownView, setOwnView] = useVideosView()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [filing, setFiling] = useState<'move' | 'tag'>()
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true })
  const clear = () => change(noFilters)
  const items = list.data?.items
  const size = search.size ?? ownSize
  const chosen = items?.filter(({ id }) => selected.has(id)) ?? []
  const others = useBulkActions(chosen)
  const pathOf = useFolderPath(items?.some((item) => item.assetCollectionUUID !== null) ?? false)
  const selection = { selected, onChange: setSelected }
  const showAs = (view: ListView) => {
    setOwnView(view)
    change({ view: undefined, page: search.page })
  }
  const view = search.view ?? ownView
  const endFiling = () => setFiling(undefined)

  return (
    <>
      <ListTools
        search={search}
        onChange={change}
        onClear={clear}
        columns={!phone && view === 'table'}
        view={view}
        onView={phone ? undefined : showAs}
      />
      {items?.some(({ stage }) => stage !== null && stage !== 'uploading') && <QueueStrip />}
      {list.data?.similar && <Similar phrase={search.q} />}
      <Paged
        list={list}
        page={search.page}
        onPage={(page, replace) => void navigate({ search: (old) => ({ ...old, page }), replace })}
        pageSize={size}
        sizes={pageSizes}
        onPageSize={(chosenSize) => {
          setOwnSize(chosenSize)
          change({ size: undefined })
        }}
        failed={t('library:videos.failed')}
        safe={t('library:videos.safe')}
        empty={<Nothing phrase={search.q} isFiltered={isFiltered} onClear={clear} />}
      >
        {phone ? (
          <PhoneList label={t('library:videos.title')} items={items} skeleton={<PhoneSkeleton />}>
            {(content) => <VideoCard content={content} onDelete={() => onDelete([content])} />}
          </PhoneList>
        ) : view === 'grid' ? (
          <Suspense fallback={<TilesSkeleton />}>
            <VideoGrid
              items={items}
              selection={selection}
              pathOf={pathOf}
              onDelete={(content) => onDelete([content])}
            />
          </Suspense>
        ) : (
          <VideoTable
            items={items}
            busy={list.isPlaceholderData}
            skeletonRows={size}
            sort={search.sort}
            onSort={(sort) => change({ sort })}
            selection={selection}
            pathOf={pathOf}
            onDelete={(content) => onDelete([content])}
          />
        )}
      </Paged>
      {!phone && chosen.length > 0 && (
        <BulkBar
          sum={t('library:bulk.chosen', { count: chosen.length })}
          bytes={chosen.reduce((sum, { source }) => sum + (source.size ?? 0), 0)}
          actions={[
            ...(rights.update
              ? [
                  {
                    label: t('library:move.action'),
                    icon: <FolderSimple size={16} aria-hidden />,
                    run: () => setFiling('move'),
                  },
                  {
                    label: t('library:fields.tags'),
                    icon: <Tag size={16} aria-hidden />,
                    run: () => setFiling('tag'),
                  },
                ]
              : []),
            ...(chosen.some(isDownloadable)
              ? [
                  {
                    label: t('library:actions.download'),
                    icon: <DownloadSimple size={16} aria-hidden />,
                    run: () => download(chosen),
                  },
                ]
              : []),
            ...others.actions,
            ...(rights.delete
              ? [
                  {
                    label: t('library:actions.delete'),
                    icon: <Trash size={16} aria-hidden />,
                    run: () => onDelete(chosen),
                  },
                ]
              : []),
          ]}
          onClear={() => setSelected(new Set())}
        />
      )}
      <Suspense>
        {filing === 'move' && (
          <MoveDialog
            items={chosen.map(videoItem)}
            onClose={endFiling}
            onMoved={() => setSelected(new Set())}
          />
        )}
        {filing === 'tag' && <TagDialog items={chosen.map(videoItem)} onClose={endFiling} />}
      </Suspense>
      {others.dialog}
    </>
  )
}

interface NothingProps {
  readonly phrase: string
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function Nothing({ phrase, isFiltered, onClear }: NothingProps) {
  const t = useText()
  if (!isFiltered)
    return (
      <div className="pt-8">
        <State icon={<MagnifyingGlass size={20} />} title={t('library:nothing.yet')}>
          {t('library:nothing.role')}
        </State>
      </div>
    )
  return (
    <NothingFound
      title={phrase === '' ? t('library:nothing.filter') : t('library:nothing.phrase', { phrase })}
      clear={t('library:nothing.clear')}
      onClear={onClear}
    >
      {t('library:nothing.where')}
    </NothingFound>
  )
}
