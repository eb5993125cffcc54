import type { SavedView } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import type { RowQuestion } from '../../../ui/named-row'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Rights, useRights, useWorkspace } from '../../identity'
import { useUpdateView, type ViewSearch } from './queries'

interface ViewMenuProps {
  readonly view: SavedView
  /** The state that can overwrite the view; null if it equals the view or is empty. */
  readonly shown: ViewSearch | null
  readonly onAsk: (question: RowQuestion) => void
}

/** The actions on a view. Renders nothing if there are none. */
export function ViewMenu({ view, shown, onAsk }: ViewMenuProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const rights = rightsOnView(view, useRights('Videos', 'Video'), organization.isActive)
  const update = useUpdateView(view)
  const onError = useProblemToast(t('library:views.notSaved'))
  const change = (body: Parameters<typeof update.mutate>[0]) =>
    update.mutate(body, {
      onSuccess: ({ name }) =>
        toast({ text: t('library:views.changed', { name: isolate(name) }), tone: 'good' }),
      onError,
    })
  const label = t('library:actions.of', { title: view.name })
  if (!Object.values(rights).includes(true)) return null
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      {rights.change && shown !== null && (
        <MenuItem icon={<ArrowsClockwise size={16} />} onAction={() => change({ search: shown })}>
          {t('library:views.update')}
        </MenuItem>
      )}
      {rights.rename && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onAsk('rename')}>
          {t('library:views.rename')}
        </MenuItem>
      )}
      {rights.share && (
        <MenuItem icon={<UsersThree size={16} />} onAction={() => change({ isShared: true })}>
          {t('library:views.share')}
        </MenuItem>
      )}
      {rights.unshare && (
        <MenuItem icon={<LockSimple size={16} />} onAction={() => change({ isShared: false })}>
          {t('library:views.unshare')}
        </MenuItem>
      )}
      {rights.delete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => onAsk('delete')}>
          {t('library:views.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}

/** Private views need no right to change videos. */
function rightsOnView({ isMine, isShared }: SavedView, videos: Rights, isActive: boolean) {
  return {
    change: isShared ? videos.update : isActive,
    rename: isMine && (isShared ? videos.update : isActive),
    share: videos.update && !isShared,
    unshare: isShared && isMine && isActive,
    delete: isMine ? isActive : videos.delete,
  }
}
