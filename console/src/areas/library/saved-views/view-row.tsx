import type { SavedView } from '@kinora/contract'
import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import { useText } from '../../../lib/i18n'
import { NamedRow } from '../../../ui/named-row'
import { DeleteView } from './delete-view'
import type { ViewSearch } from './queries'
import { RenameView } from './rename-view'
import { ViewMenu } from './view-menu'

interface ViewRowProps {
  readonly view: SavedView
  /** The state that can overwrite the view; null if nothing is filtered or sorted. */
  readonly shown: ViewSearch | null
  readonly isShown: boolean
  readonly onOpen: () => void
  /** Called when the view is deleted, before its row disappears. */
  readonly onGone: () => void
}

/** A view with its menu; questions replace the row. */
export function ViewRow({ view, shown, isShown, onOpen, onGone }: ViewRowProps) {
  const t = useText()
  return (
    <NamedRow
      id={view.id}
      name={view.name}
      note={view.isMine ? undefined : view.createdBy}
      icon={
        view.isMine &&
        view.isShared && (
          <UsersThree size={14} className="shrink-0 text-ink-3" aria-label={t('library:views.isShared')} />
        )
      }
      shown={isShown ? t('library:views.shown') : null}
      onOpen={onOpen}
      menu={(onAsk) => <ViewMenu view={view} shown={isShown ? null : shown} onAsk={onAsk} />}
      question={(question, onClose) =>
        question === 'rename' ? (
          <RenameView view={view} onClose={onClose} />
        ) : (
          <DeleteView view={view} onClose={onClose} onGone={onGone} />
        )
      }
    />
  )
}
