import type { Content } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import type { Selection } from '../../../ui/table-parts'
import { statusOf, statusText } from '../parts/status'
import { TestMark } from '../parts/test-mark'
import { type SelectTile, TileCorner, useSelectTile } from '../tiles/tile-corner'
import { TileThumb } from '../tiles/tile-thumb'
import { TileNote, TilesSkeleton, tilesLook } from '../tiles/tiles'
import { VideoMenu } from './video-menu'

interface VideoGridProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Content[] | undefined
  readonly selection: Selection
  readonly pathOf: (folderId: string | null) => string | undefined
  readonly onDelete: (content: Content) => void
}

/** Videos as large thumbnails. */
export function VideoGrid({ items, selection, pathOf, onDelete }: VideoGridProps) {
  const t = useText()
  const onSelect = useSelectTile(selection)
  const remove = useStable(onDelete)
  const { selected } = selection
  if (!items) return <TilesSkeleton />
  return (
    <ul
      aria-label={t('library:videos.title')}
      data-selecting={selected.size > 0 || undefined}
      className={cx('group/tiles', tilesLook, 'gap-y-5 pt-2 pb-4')}
    >
      {items.map((content) => (
        <VideoTile
          key={content.id}
          content={content}
          isSelected={selected.has(content.id)}
          onSelect={onSelect}
          folder={pathOf(content.assetCollectionUUID)}
          onDelete={remove}
        />
      ))}
    </ul>
  )
}

interface VideoTileProps extends Pick<VideoGridProps, 'onDelete'> {
  readonly content: Content
  readonly isSelected: boolean
  readonly onSelect: SelectTile
  readonly folder: string | undefined
}

const VideoTile = memo(function VideoTile(props: VideoTileProps) {
  const { content, isSelected, onSelect, folder, onDelete } = props
  const t = useText()
  const format = useFormat()
  const { id, environmentId, title, status, stage, createdAt } = content
  const isReady = status === 'ready' && stage === null
  const state = isReady ? format.moment(createdAt) : statusText(statusOf(t, content))
  return (
    <li className="group/row relative min-w-0">
      <TileThumb content={content} />
      <span className="mt-1.5 flex items-center gap-2">
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId, contentId: id }}
          title={title}
          dir="auto"
          className="own-way cut min-w-0 font-mid text-ink after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <TestMark content={content} />
      </span>
      <TileNote parts={[state, folder]} />
      <TileCorner
        id={id}
        name={title}
        isSelected={isSelected}
        onSelect={onSelect}
        className="end-1.5 top-1.5 rounded-2 shadow-lift-1"
        menu={
          <VideoMenu
            openable
            isFilable
            shortcuts="beside"
            content={content}
            onDelete={() => onDelete(content)}
            trigger={
              <IconButton size="small" label={t('library:actions.of', { title })}>
                <DotsThree size={16} weight="bold" />
              </IconButton>
            }
          />
        }
      />
    </li>
  )
})
