import type { Content } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { Scissors } from '@phosphor-icons/react/dist/csr/Scissors'
import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { useRights } from '../../identity'
import { VideoMenu } from '../contents/video-menu'
import { videoItem } from '../parts/item'
import { isDownloadable, isReplaceable, isRetryable } from '../parts/status'
import { rightsOn } from '../rights'

const MoveDialog = lazy(async () => ({ default: (await import('../folders/picker/move-dialog')).MoveDialog }))

interface VideoActionsProps {
  readonly content: Content
  /** Icons, with the rest in the menu. */
  readonly isPhone: boolean
  readonly onShare: () => void
  readonly onDelete: () => void
  readonly onReencode: () => void
}

/** The actions beside the title of a video. */
export function VideoActions({ content, isPhone, onShare, onDelete, onReencode }: VideoActionsProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { id: contentId, environmentId, title, category, trashedAt } = content
  const isPlayable = content.playable && trashedAt === null
  const hasMenu =
    isPlayable ||
    isDownloadable(content) ||
    rights.delete ||
    (rights.update && (isPhone || isRetryable(content) || (rights.create && isReplaceable(content))))
  return (
    <>
      {isPlayable &&
        (isPhone ? (
          <IconButton label={t('library:share.open')} onPress={onShare} className="ms-auto">
            <ShareNetwork size={20} />
          </IconButton>
        ) : (
          <Button icon={<ShareNetwork size={16} />} onPress={onShare}>
            {t('library:share.open')}
          </Button>
        ))}
      {!isPhone && isPlayable && rights.create && category !== 'SocialClip' && (
        <LinkButton
          to="/$environmentId/videos/$contentId/clips"
          params={{ environmentId, contentId }}
          icon={<Scissors size={16} />}
        >
          {t('library:clips.open')}
        </LinkButton>
      )}
      {!isPhone && rights.update && <MoveButton content={content} />}
      {hasMenu && (
        <VideoMenu
          content={content}
          isFilable={isPhone}
          onDelete={onDelete}
          onReencode={onReencode}
          trigger={
            <IconButton label={t('library:actions.of', { title })} outlined={!isPhone}>
              {isPhone ? (
                <DotsThreeVertical size={20} weight="bold" />
              ) : (
                <DotsThree size={16} weight="bold" />
              )}
            </IconButton>
          }
        />
      )}
    </>
  )
}

function MoveButton({ content }: { readonly content: Content }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<FolderSimple size={16} />} onPress={() => setOpen(true)}>
        {t('library:move.action')}
      </Button>
      <Suspense>
        {isOpen && <MoveDialog items={[videoItem(content)]} onClose={close} onMoved={close} />}
      </Suspense>
    </>
  )
}
