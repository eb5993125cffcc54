import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ComboBox, type ComboBoxProps } from '../../../ui/combo-box'
import { useWorkspace } from '../workspace'
import { rolesQuery } from './queries'
import { useRoleName } from './role-name'

interface RoleChoiceProps extends Omit<ComboBoxProps<string>, 'options'> {
  /** The first option, which stands for no role. */
  readonly none?: { readonly id: string; readonly label: string }
}

/** Selects one of the organization's roles. */
export function RoleChoice({ none, ...rest }: RoleChoiceProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const roleName = useRoleName()
  const roles = useQuery(rolesQuery(organization.id))
  const options = (roles.data ?? []).map((role) => ({
    id: role.id,
    label: roleName(role),
    ...(role.permissions === null && { note: t('identity:roles.fullRights') }),
  }))
  // The list mounts once; a new key remounts it only when the options change.
  return (
    <ComboBox
      key={roles.isSuccess ? 'known' : 'unknown'}
      {...rest}
      options={none ? [none, ...options] : options}
      placeholder={rest.placeholder ?? t('identity:roles.find')}
      disabled={(rest.disabled ?? false) || !roles.isSuccess}
      error={rest.error ?? (roles.isError ? t('identity:roles.failed') : undefined)}
    />
  )
}
