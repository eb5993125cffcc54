import type { Role } from '@kinora/contract'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { ShieldCheck } from '@phosphor-icons/react/dist/csr/ShieldCheck'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useRights } from '../use-rights'
import { useRoleName } from './role-name'

export interface RoleActions {
  readonly onDuplicate: (role: Role) => void
  readonly onRename: (role: Role) => void
  readonly onDelete: (role: Role) => void
}

interface RoleMenuProps extends RoleActions {
  readonly role: Role
  readonly inRow?: boolean
  /** Removes the role's limits; undefined if it has none. */
  readonly onRemoveLimits?: (() => void) | undefined
}

/** The actions on a role. Renders nothing if there are none. */
export function RoleMenu({
  role,
  inRow = false,
  onDuplicate,
  onRename,
  onDelete,
  onRemoveLimits,
}: RoleMenuProps) {
  const t = useText()
  const rights = useRights('Settings', 'Role', 'organization')
  const roleName = useRoleName()
  const isOwn = role.builtIn === null
  if (!rights.create && !(isOwn && (rights.update || rights.delete))) return null
  const label = t('identity:members.actionsOf', { name: roleName(role) })
  return (
    <Menu
      label={label}
      trigger={
        inRow ? (
          <RowMenuButton label={label} />
        ) : (
          <IconButton outlined label={label}>
            <DotsThree size={16} weight="bold" />
          </IconButton>
        )
      }
    >
      {rights.create && (
        <MenuItem icon={<Copy size={16} />} onAction={() => onDuplicate(role)}>
          {t('identity:roles.duplicate')}
        </MenuItem>
      )}
      {isOwn && rights.update && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onRename(role)}>
          {t('identity:roles.rename')}
        </MenuItem>
      )}
      {onRemoveLimits && (
        <MenuItem icon={<ShieldCheck size={16} />} onAction={onRemoveLimits}>
          {t('identity:roles.free')}
        </MenuItem>
      )}
      {isOwn && rights.delete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => onDelete(role)}>
          {t('identity:roles.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
