import type { FavouriteFilter } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { cx } from '../../../ui/cx'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { menuRowLook } from '../../../ui/menu-look'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import type { Choices } from './choices'
import { useUpdateFavourite } from './queries'
import { DeletePrompt, RenamePrompt } from './row-prompts'

type Prompt = 'rename' | 'delete'

interface FavouriteRowProps {
  readonly favourite: FavouriteFilter
  /** What can replace its filters. Null if there is nothing. */
  readonly choices: Choices | null
  readonly isShown: boolean
  readonly onApply: () => void
  /** Called when it is deleted, before its row disappears. */
  readonly onGone: () => void
}

/** A favourite with its menu; prompts replace the row. */
export function FavouriteRow({ favourite, choices, isShown, onApply, onGone }: FavouriteRowProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const [prompt, setPrompt] = useState<Prompt>()
  const row = useRef<HTMLLIElement>(null)
  const back = () => {
    flushSync(() => setPrompt(undefined))
    row.current?.querySelector('button')?.focus()
  }
  return (
    <li ref={row} data-favourite={favourite.id} className="group/row flex items-center gap-1">
      {prompt === 'rename' && <RenamePrompt favourite={favourite} onClose={back} />}
      {prompt === 'delete' && <DeletePrompt favourite={favourite} onClose={back} onGone={onGone} />}
      {prompt === undefined && (
        <>
          <BareButton
            className={cx(menuRowLook, 'min-w-0 flex-1 text-start hover:bg-hover')}
            onPress={onApply}
          >
            <span className="flex min-w-0 flex-1 flex-col items-start">
              <bdi className="cut max-w-full">{favourite.name}</bdi>
            </span>
            {isShown && (
              <Check
                size={14}
                weight="bold"
                className="shrink-0"
                aria-label={t('analytics:favourite.shown')}
              />
            )}
          </BareButton>
          {organization.isActive && (
            <RowMenu favourite={favourite} choices={isShown ? null : choices} onPrompt={setPrompt} />
          )}
        </>
      )}
    </li>
  )
}

interface RowMenuProps extends Pick<FavouriteRowProps, 'favourite' | 'choices'> {
  readonly onPrompt: (prompt: Prompt) => void
}

function RowMenu({ favourite, choices, onPrompt }: RowMenuProps) {
  const t = useText()
  const update = useUpdateFavourite(favourite)
  const onError = useProblemToast(t('analytics:favourite.notSaved'))
  const onSuccess = () =>
    toast({ text: t('analytics:favourite.changed', { name: isolate(favourite.name) }), tone: 'good' })
  const label = t('analytics:favourite.actions', { name: favourite.name })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      {choices !== null && (
        <MenuItem
          icon={<ArrowsClockwise size={16} />}
          onAction={() => update.mutate(choices, { onSuccess, onError })}
        >
          {t('analytics:favourite.update')}
        </MenuItem>
      )}
      <MenuItem icon={<PencilSimple size={16} />} onAction={() => onPrompt('rename')}>
        {t('analytics:favourite.rename')}
      </MenuItem>
      <MenuItem danger icon={<Trash size={16} />} onAction={() => onPrompt('delete')}>
        {t('analytics:favourite.delete')}
      </MenuItem>
    </Menu>
  )
}
