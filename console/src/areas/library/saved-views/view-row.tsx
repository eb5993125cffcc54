import type { SavedView } from '@kinora/contract'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { cx } from '../../../ui/cx'
import { menuRowLook } from '../../../ui/menu-look'
import { DeleteView } from './delete-view'
import type { ViewSearch } from './queries'
import { RenameView } from './rename-view'
import { type ViewAction, ViewMenu } from './view-menu'

/** Truncated at its end, aligned with other rows at its start. */
const nameLook = 'cut max-w-full'

interface ViewRowProps {
  readonly view: SavedView
  /** The state that can overwrite the view; null if nothing is filtered or sorted. */
  readonly shown: ViewSearch | null
  readonly isShown: boolean
  readonly onOpen: () => void
  /** Called when the view is deleted, before its row disappears. */
  readonly onGone: () => void
}

/** A view with its menu; prompts replace the row. */
export function ViewRow({ view, shown, isShown, onOpen, onGone }: ViewRowProps) {
  const t = useText()
  const [action, setAction] = useState<ViewAction>()
  const row = useRef<HTMLLIElement>(null)
  const back = () => {
    flushSync(() => setAction(undefined))
    row.current?.querySelector('button')?.focus()
  }
  return (
    <li ref={row} data-view={view.id} className="group/row flex items-center gap-1">
      {action === 'rename' && <RenameView view={view} onClose={back} />}
      {action === 'delete' && <DeleteView view={view} onClose={back} onGone={onGone} />}
      {action === undefined && (
        <>
          <BareButton
            className={cx(menuRowLook, 'min-w-0 flex-1 text-start hover:bg-hover')}
            onPress={onOpen}
          >
            <span className="flex min-w-0 flex-1 flex-col items-start">
              <bdi className={nameLook}>{view.name}</bdi>
              {!view.isMine && <bdi className={cx(nameLook, 'text-12 text-ink-3')}>{view.createdBy}</bdi>}
            </span>
            {view.isMine && view.isShared && (
              <UsersThree
                size={14}
                className="shrink-0 text-ink-3"
                aria-label={t('library:views.isShared')}
              />
            )}
            {isShown && (
              <Check size={14} weight="bold" className="shrink-0" aria-label={t('library:views.shown')} />
            )}
          </BareButton>
          <ViewMenu view={view} shown={isShown ? null : shown} onViewAction={setAction} />
        </>
      )}
    </li>
  )
}
