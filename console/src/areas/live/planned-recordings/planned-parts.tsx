import type { PlannedRecording } from '@kinora/contract'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { useRights } from '../../identity'
import { hasEnded, useDeletePlanned } from './queries'

const tones: Record<PlannedRecording['status'], StatusTone> = {
  planned: 'hollow',
  running: 'planned',
  saving: 'draft',
  recorded: 'good',
  missed: 'bad',
}

export function PlannedStatus({ planned: { status } }: { readonly planned: PlannedRecording }) {
  const t = useText()
  return <StatusMark tone={tones[status]}>{t(`live:planned.status.${status}`)}</StatusMark>
}

interface PlannedMenuProps {
  readonly planned: PlannedRecording
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  readonly onDeleted?: () => void
}

/** Menu with the actions on a planned recording. */
export function PlannedMenu({ planned, trigger, onDeleted }: PlannedMenuProps) {
  const t = useText()
  const rights = useRights('Liverecordings', 'Recording')
  const mutation = useDeletePlanned()
  const [isDeleting, setDeleting] = useState(false)
  const name = isolate(planned.name)
  if (!rights.delete) return null
  return (
    <>
      <Menu label={t('live:streams.actions.of', { name: planned.name })} trigger={trigger}>
        <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
          {t('live:planned.delete.action')}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmAction
          mutation={mutation}
          of={planned}
          title={t('live:planned.delete.title', { name })}
          confirm={t('live:planned.delete.action')}
          cancel={t('live:planned.delete.keep')}
          done={t('live:planned.delete.done', { name })}
          failed={t('live:planned.delete.failed')}
          onClose={() => setDeleting(false)}
          {...(onDeleted && { onDone: onDeleted })}
        >
          {t(`live:planned.delete.${hasEnded(planned) ? 'ended' : 'open'}`)}
        </ConfirmAction>
      )}
    </>
  )
}
