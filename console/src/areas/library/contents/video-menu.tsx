import type { Content } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Swap } from '@phosphor-icons/react/dist/csr/Swap'
import { Tag } from '@phosphor-icons/react/dist/csr/Tag'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useRights } from '../../identity'
import { videoItem } from '../parts/item'
import { isDownloadable, isReencodable, isReplaceable, isRetryable } from '../parts/status'
import { useRetry } from '../parts/use-retry'
import { rightsOn } from '../rights'
import { VideoShortcuts } from './video-shortcuts'

const DownloadDialog = lazy(async () => ({
  default: (await import('../downloads/download-dialog')).DownloadDialog,
}))

const MoveDialog = lazy(async () => ({ default: (await import('../folders/picker/move-dialog')).MoveDialog }))
const PosterDialog = lazy(async () => ({
  default: (await import('../images/poster/poster-dialog')).PosterDialog,
}))
const TagDialog = lazy(async () => ({ default: (await import('../folders/tag-dialog')).TagDialog }))

const ReplaceDialog = lazy(async () => ({
  default: (await import('../replace/replace-dialog')).ReplaceDialog,
}))

interface VideoMenuProps {
  readonly content: Content
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the video's page. */
  readonly openable?: boolean
  /** Whether the menu moves and tags the video. */
  readonly isFilable?: boolean
  /** Whether the most used actions are shown beside the menu, or float before it. */
  readonly shortcuts?: 'beside' | 'floating'
  readonly onDelete: () => void
  /** Opens the re-encode dialog; only on the video's page. */
  readonly onReencode?: () => void
}

/** The actions on a video. */
export function VideoMenu(props: VideoMenuProps) {
  const { content, trigger, openable = false, isFilable = false, shortcuts, onDelete, onReencode } = props
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { retry } = useRetry(content)
  const { copy } = useCopy()
  const [opened, setOpened] = useState<'download' | 'replace' | 'move' | 'tag' | 'poster'>()
  const close = () => setOpened(undefined)
  const isKept = content.trashedAt === null
  const hasFrames = content.poster !== null && content.source.width !== null && content.stage === null
  const maySetPoster = isFilable && rights.update && rights.create && hasFrames
  const copyLink = () => {
    copy(content.urls.shareable)
    if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
  }
  return (
    <>
      {shortcuts && (
        <VideoShortcuts
          content={content}
          mayMove={isFilable && rights.update}
          maySetPoster={maySetPoster}
          isFloating={shortcuts === 'floating'}
          onCopyLink={copyLink}
          onMove={() => setOpened('move')}
          onSetPoster={() => setOpened('poster')}
        />
      )}
      <Menu label={t('library:actions.of', { title: content.title })} trigger={trigger}>
        {openable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${content.environmentId}/videos/${content.id}`}
          >
            {t('library:actions.open')}
          </MenuItem>
        )}
        {content.playable && isKept && (
          <MenuItem icon={<LinkSimple size={16} />} onAction={copyLink}>
            {t('library:actions.copyLink')}
          </MenuItem>
        )}
        {isFilable && rights.update && (
          <MenuItem icon={<FolderSimple size={16} />} onAction={() => setOpened('move')}>
            {t('library:move.action')}
          </MenuItem>
        )}
        {isFilable && rights.update && (
          <MenuItem icon={<Tag size={16} />} onAction={() => setOpened('tag')}>
            {t('library:fields.tags')}
          </MenuItem>
        )}
        {maySetPoster && (
          <MenuItem icon={<ImageSquare size={16} />} onAction={() => setOpened('poster')}>
            {t('library:thumbnails.setPoster')}
          </MenuItem>
        )}
        {isDownloadable(content) && (
          <MenuItem icon={<DownloadSimple size={16} />} onAction={() => setOpened('download')}>
            {t('library:actions.download')}
          </MenuItem>
        )}
        {rights.update && isRetryable(content) && (
          <MenuItem icon={<ArrowClockwise size={16} />} onAction={retry}>
            {t('library:actions.retry')}
          </MenuItem>
        )}
        {rights.update && onReencode && isReencodable(content) && (
          <MenuItem icon={<ArrowsClockwise size={16} />} onAction={onReencode}>
            {t('library:reencode.title')}
          </MenuItem>
        )}
        {rights.update && rights.create && isReplaceable(content) && (
          <MenuItem icon={<Swap size={16} />} onAction={() => setOpened('replace')}>
            {t('library:replacing.title')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={onDelete}>
            {isKept ? t('library:actions.delete') : t('library:delete.forGood')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {opened === 'download' && <DownloadDialog content={content} onClose={close} />}
        {opened === 'replace' && <ReplaceDialog content={content} onClose={close} />}
        {opened === 'move' && <MoveDialog items={[videoItem(content)]} onClose={close} onMoved={close} />}
        {opened === 'poster' && <PosterDialog content={content} onClose={close} />}
        {opened === 'tag' && <TagDialog items={[videoItem(content)]} onClose={close} />}
      </Suspense>
    </>
  )
}
