import type { ApiToken } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useWorkspace } from '../workspace'

export interface TokenActions {
  readonly onRename: (token: ApiToken) => void
  readonly onRevoke: (token: ApiToken) => void
}

interface TokenMenuProps extends TokenActions {
  readonly token: ApiToken
}

/** The actions on a token; none once it is revoked. */
export function TokenMenu({ token, onRename, onRevoke }: TokenMenuProps) {
  const t = useText()
  const { can, organization } = useWorkspace()
  const isOpen = organization.isActive && token.status !== 'revoked'
  const mayRename = isOpen && can(['Settings', 'Api Access Token', 'update'])
  const mayRevoke = isOpen && can(['Settings', 'Api Access Token', 'delete'])
  if (!mayRename && !mayRevoke) return null
  const label = t('identity:members.actionsOf', { name: token.name })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      {mayRename && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onRename(token)}>
          {t('identity:settings.rename')}
        </MenuItem>
      )}
      {mayRevoke && (
        <MenuItem danger icon={<Prohibit size={16} />} onAction={() => onRevoke(token)}>
          {t('identity:tokens.revoke')}
        </MenuItem>
      )}
    </Menu>
  )
}
