import type { AlertRule } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useRights } from '../../identity'

const DeleteRule = lazy(async () => ({ default: (await import('./delete-rule')).DeleteRule }))

interface RuleMenuProps {
  readonly rule: AlertRule
  /** Button that opens the menu. */
  readonly trigger: ReactNode
}

/** Menu with the actions on a rule. */
export function RuleMenu({ rule, trigger }: RuleMenuProps) {
  const t = useText()
  const rights = useRights('Alerts', 'Alert')
  const [isDeleting, setDeleting] = useState(false)
  if (!rights.update && !rights.delete) return null
  return (
    <>
      <Menu label={t('alerts:rule.actions.of', { name: rule.name })} trigger={trigger}>
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} href={`/${rule.environmentId}/alerts/${rule.id}`}>
            {t('alerts:rule.actions.edit')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('alerts:rule.actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>{isDeleting && <DeleteRule rule={rule} onClose={() => setDeleting(false)} />}</Suspense>
    </>
  )
}
