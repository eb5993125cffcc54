import type { Content } from '@kinora/contract'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'

interface VideoShortcutsProps {
  readonly content: Content
  readonly mayMove: boolean
  readonly maySetPoster: boolean
  /** Over the columns before the menu, while the pointer is on the row. */
  readonly isFloating: boolean
  readonly onCopyLink: () => void
  readonly onMove: () => void
  readonly onSetPoster: () => void
}

/** The most used actions of the menu, one click away. Plain buttons, since a page has hundreds; the menu has the same
 * for the keyboard. */
export function VideoShortcuts(props: VideoShortcutsProps) {
  const { content, mayMove, maySetPoster, isFloating, onCopyLink, onMove, onSetPoster } = props
  const t = useText()
  const isPlayable = content.playable && content.trashedAt === null
  if (!isPlayable && !mayMove) return null
  return (
    <span
      className={cx(
        'flex items-center max-lg:hidden pointer-coarse:hidden',
        isFloating &&
          'absolute end-9 top-1/2 -translate-y-1/2 rounded-2 border border-rule-2 bg-panel opacity-0 shadow-lift-1 group-hover/row:opacity-100',
      )}
    >
      {isPlayable && (
        <Shortcut label={t('library:actions.copyLink')} onPress={onCopyLink}>
          <LinkSimple size={16} />
        </Shortcut>
      )}
      {mayMove && (
        <Shortcut label={t('library:move.action')} onPress={onMove}>
          <FolderSimple size={16} />
        </Shortcut>
      )}
      {maySetPoster && (
        <Shortcut label={t('library:thumbnails.setPoster')} onPress={onSetPoster}>
          <ImageSquare size={16} />
        </Shortcut>
      )}
    </span>
  )
}

interface ShortcutProps {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
}

function Shortcut({ label, onPress, children }: ShortcutProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-7 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  )
}
