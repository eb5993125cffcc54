import type { Environment } from '@kinora/contract'
import { type Translate, useText } from '../../../lib/i18n'

/** The part of a role that names it. */
export type NamedRole = Environment['role']

/** The display name of a role: translated for built-in roles, as stored for others. */
export function roleName(t: Translate, { name, builtIn }: Pick<NamedRole, 'name' | 'builtIn'>): string {
  return builtIn === null ? name : t(`identity:roles.builtIn.${builtIn}`)
}

/** `roleName` in the current language. */
export function useRoleName(): (role: Pick<NamedRole, 'name' | 'builtIn'>) => string {
  const t = useText()
  return (role) => roleName(t, role)
}
