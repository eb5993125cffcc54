import type { EncodingProfile } from '@kinora/contract'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Star } from '@phosphor-icons/react/dist/csr/Star'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useRights } from '../../identity'
import { useProfileName } from './profile-name'

export interface ProfileActions {
  /** Missing on the page of the profile itself. */
  readonly onEdit?: (profile: EncodingProfile) => void
  readonly onCopy: (profile: EncodingProfile) => void
  readonly onMakeDefault: (profile: EncodingProfile) => void
  readonly onDelete: (profile: EncodingProfile) => void
}

/** The actions on a profile. Renders nothing if there are none. */
export function ProfileMenu({
  profile,
  onEdit,
  onCopy,
  onMakeDefault,
  onDelete,
}: ProfileActions & { readonly profile: EncodingProfile }) {
  const t = useText()
  const rights = useRights('Settings', 'Encoding Profile')
  const profileName = useProfileName()
  const isOwn = profile.builtIn === null
  const canEdit = onEdit !== undefined && isOwn && rights.update
  const canChoose = rights.update && !profile.isDefault
  const canDelete = isOwn && rights.delete && !profile.isDefault
  if (!canEdit && !canChoose && !canDelete && !rights.create) return null
  const label = t('library:profiles.actionsOf', { name: profileName(profile) })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      {canEdit && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onEdit(profile)}>
          {t('library:profiles.edit')}
        </MenuItem>
      )}
      {rights.create && (
        <MenuItem icon={<Copy size={16} />} onAction={() => onCopy(profile)}>
          {t('library:profiles.copy')}
        </MenuItem>
      )}
      {canChoose && (
        <MenuItem icon={<Star size={16} />} onAction={() => onMakeDefault(profile)}>
          {t('library:profiles.makeDefault')}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => onDelete(profile)}>
          {t('library:profiles.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
