import type { Content } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Swap } from '@phosphor-icons/react/dist/csr/Swap'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useRightsOn } from '../rights'
import { useRetry } from '../video/use-retry'
import { isDownloadable, isReencodable, isReplaceable, isRetryable } from './status'

const DownloadDialog = lazy(async () => ({
  default: (await import('../downloads/download-dialog')).DownloadDialog,
}))

const ReplaceDialog = lazy(async () => ({
  default: (await import('../replace/replace-dialog')).ReplaceDialog,
}))

interface VideoMenuProps {
  readonly content: Content
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the video's page. */
  readonly openable?: boolean
  readonly onDelete: () => void
  /** Opens the re-encode dialog; only on the video's page. */
  readonly onReencode?: () => void
}

/** The actions on a video. */
export function VideoMenu({ content, trigger, openable = false, onDelete, onReencode }: VideoMenuProps) {
  const t = useText()
  const rights = useRightsOn(content)
  const { retry } = useRetry(content)
  const { copy } = useCopy()
  const [downloading, setDownloading] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const isKept = content.trashedAt === null
  return (
    <>
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
          <MenuItem
            icon={<LinkSimple size={16} />}
            onAction={() => {
              copy(content.urls.shareable)
              if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
            }}
          >
            {t('library:actions.copyLink')}
          </MenuItem>
        )}
        {isDownloadable(content) && (
          <MenuItem icon={<DownloadSimple size={16} />} onAction={() => setDownloading(true)}>
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
          <MenuItem icon={<Swap size={16} />} onAction={() => setReplacing(true)}>
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
        {downloading && <DownloadDialog content={content} onClose={() => setDownloading(false)} />}
        {replacing && <ReplaceDialog content={content} onClose={() => setReplacing(false)} />}
      </Suspense>
    </>
  )
}
