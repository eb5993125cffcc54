import type { WatchFolder } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useDeleteFolder, usePauseFolder, useScanFolder } from '../queries'

interface FolderMenuProps {
  readonly folder: WatchFolder
  readonly onEdit: () => void
  /** Button that opens the menu. */
  readonly trigger: ReactNode
  readonly onDeleted?: () => void
}

/** Menu with the actions on a watched folder. */
export function FolderMenu({ folder, onEdit, trigger, onDeleted }: FolderMenuProps) {
  const t = useText()
  const rights = useRights('Settings', 'Watch Folder')
  const [isDeleting, setDeleting] = useState(false)
  const pause = usePauseFolder()
  const scan = useScanFolder()
  const remove = useDeleteFolder()
  const notDone = useProblemToast(t('intake:folders.notDone'))
  if (!rights.update && !rights.delete) return null
  const name = isolate(folder.name)
  const { id, isPaused } = folder
  const done = (text: string) => ({ onSuccess: () => toast({ text, tone: 'good' }), onError: notDone })
  const switchPause = () =>
    pause.mutate(
      { id, isPaused: !isPaused },
      done(t(isPaused ? 'intake:folders.resumed' : 'intake:folders.pausedNow', { name })),
    )
  return (
    <>
      <Menu label={t('intake:folders.of', { name: folder.name })} trigger={trigger}>
        {rights.update && (
          <>
            <MenuItem
              icon={<ArrowsClockwise size={16} />}
              onAction={() => scan.mutate(id, done(t('intake:folders.scanned')))}
            >
              {t('intake:folders.scan')}
            </MenuItem>
            <MenuItem icon={isPaused ? <Play size={16} /> : <Pause size={16} />} onAction={switchPause}>
              {t(isPaused ? 'intake:folders.resume' : 'intake:folders.pause')}
            </MenuItem>
            <MenuItem icon={<PencilSimple size={16} />} onAction={onEdit}>
              {t('intake:folders.edit')}
            </MenuItem>
          </>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('intake:folders.delete.action')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <ConfirmAction
          mutation={remove}
          of={folder}
          title={t('intake:folders.delete.title', { name })}
          confirm={t('intake:folders.delete.action')}
          cancel={t('intake:folders.delete.keep')}
          done={t('intake:folders.delete.done', { name })}
          failed={t('intake:folders.notDone')}
          onClose={() => setDeleting(false)}
          {...(onDeleted && { onDone: onDeleted })}
        >
          {t('intake:folders.delete.about')}
        </ConfirmAction>
      )}
    </>
  )
}
