import type { CloudAccount } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Plugs } from '@phosphor-icons/react/dist/csr/Plugs'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useRights } from '../../identity'
import { useDeleteAccount } from '../queries'

interface AccountMenuProps {
  readonly account: CloudAccount
  readonly onEdit: (account: CloudAccount) => void
  readonly onTest: (account: CloudAccount) => void
}

/** Menu with the actions on an account. */
export function AccountMenu({ account, onEdit, onTest }: AccountMenuProps) {
  const t = useText()
  const rights = useRights('Settings', 'Cloud Connect')
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteAccount()
  if (!rights.update && !rights.delete) return null
  const label = t('intake:accounts.of', { name: account.name })
  const name = isolate(account.name)
  return (
    <>
      <Menu label={label} trigger={<RowMenuButton label={label} />}>
        {rights.update && (
          <>
            <MenuItem icon={<Plugs size={16} />} onAction={() => onTest(account)}>
              {t('intake:accounts.test.action')}
            </MenuItem>
            <MenuItem icon={<PencilSimple size={16} />} onAction={() => onEdit(account)}>
              {t('intake:accounts.edit')}
            </MenuItem>
          </>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('intake:accounts.delete.action')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <ConfirmAction
          mutation={remove}
          of={account}
          title={t('intake:accounts.delete.title', { name })}
          confirm={t('intake:accounts.delete.action')}
          cancel={t('intake:accounts.delete.keep')}
          done={t('intake:accounts.delete.done', { name })}
          failed={t('intake:accounts.notDone')}
          onClose={() => setDeleting(false)}
        >
          {t('intake:accounts.delete.about')}
        </ConfirmAction>
      )}
    </>
  )
}
