import type { Environment } from '@kinora/contract'
import { type Translate, useText } from '../../../lib/i18n'

/** A role where it is only named. */
export type NamedRole = Environment['role']

/** Names a role: one that every organisation has in the language of the screen, an organisation's own as it is called. */
export function roleName(t: Translate, { name, builtIn }: Pick<NamedRole, 'name' | 'builtIn'>): string {
  return builtIn === null ? name : t(`identity:roles.builtIn.${builtIn}`)
}

/** The same with the screen's own language. */
export function useRoleName(): (role: Pick<NamedRole, 'name' | 'builtIn'>) => string {
  const t = useText()
  return (role) => roleName(t, role)
}
