import type { FavouriteFilter } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { NamedRow, type RowQuestion } from '../../../ui/named-row'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import type { Choices } from './choices'
import { useUpdateFavourite } from './queries'
import { DeleteFavourite, RenameFavourite } from './row-prompts'

interface FavouriteRowProps {
  readonly favourite: FavouriteFilter
  /** The current filters, which can replace those of the favorite. Null if there are none. */
  readonly choices: Choices | null
  readonly isShown: boolean
  readonly onApply: () => void
  /** Called when the favorite is deleted, before its row disappears. */
  readonly onGone: () => void
}

/** A favorite with its menu. Prompts replace the row. */
export function FavouriteRow({ favourite, choices, isShown, onApply, onGone }: FavouriteRowProps) {
  const t = useText()
  const { organization } = useWorkspace()
  return (
    <NamedRow
      id={favourite.id}
      name={favourite.name}
      shown={isShown ? t('analytics:favourite.shown') : null}
      onOpen={onApply}
      menu={(onAsk) =>
        organization.isActive && (
          <RowMenu favourite={favourite} choices={isShown ? null : choices} onAsk={onAsk} />
        )
      }
      question={(question, onClose) =>
        question === 'rename' ? (
          <RenameFavourite favourite={favourite} onClose={onClose} />
        ) : (
          <DeleteFavourite favourite={favourite} onClose={onClose} onGone={onGone} />
        )
      }
    />
  )
}

interface RowMenuProps extends Pick<FavouriteRowProps, 'favourite' | 'choices'> {
  readonly onAsk: (question: RowQuestion) => void
}

function RowMenu({ favourite, choices, onAsk }: RowMenuProps) {
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
      <MenuItem icon={<PencilSimple size={16} />} onAction={() => onAsk('rename')}>
        {t('analytics:favourite.rename')}
      </MenuItem>
      <MenuItem danger icon={<Trash size={16} />} onAction={() => onAsk('delete')}>
        {t('analytics:favourite.delete')}
      </MenuItem>
    </Menu>
  )
}
