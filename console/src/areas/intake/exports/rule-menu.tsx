import type { ExportRule } from '@kinora/contract'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useDeleteRule, usePauseRule } from './queries'

interface RuleMenuProps {
  readonly rule: ExportRule
  readonly onEdit: () => void
}

/** Menu with the actions on a rule. */
export function RuleMenu({ rule, onEdit }: RuleMenuProps) {
  const t = useText()
  const rights = useRights('Settings', 'Export Rules')
  const [isDeleting, setDeleting] = useState(false)
  const pause = usePauseRule()
  const remove = useDeleteRule()
  const notDone = useProblemToast(t('intake:exports.rules.notDone'))
  if (!rights.update && !rights.delete) return null
  const { id, isPaused } = rule
  const name = isolate(rule.name)
  const switchPause = () =>
    pause.mutate(
      { id, isPaused: !isPaused },
      {
        onSuccess: () =>
          toast({
            text: t(isPaused ? 'intake:folders.resumed' : 'intake:folders.pausedNow', { name }),
            tone: 'good',
          }),
        onError: notDone,
      },
    )
  const label = t('intake:folders.of', { name: rule.name })
  return (
    <>
      <Menu label={label} trigger={<RowMenuButton label={label} />}>
        {rights.update && (
          <>
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
          of={rule}
          title={t('intake:exports.rules.deleteTitle', { name })}
          confirm={t('intake:folders.delete.action')}
          cancel={t('intake:folders.delete.keep')}
          done={t('intake:exports.rules.deleted', { name })}
          failed={t('intake:exports.rules.notDone')}
          onClose={() => setDeleting(false)}
        >
          {t('intake:exports.rules.deleteAbout')}
        </ConfirmAction>
      )}
    </>
  )
}
