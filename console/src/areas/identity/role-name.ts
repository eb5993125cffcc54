import type { Environment } from '@kinora/contract'
import { useText } from '../../lib/i18n'

/** A role where it is only named. */
export type NamedRole = Environment['role']

/** Names roles: those that every organisation has in the language of the screen, its own as they are called. */
export function useRoleName(): (role: Pick<NamedRole, 'name' | 'builtIn'>) => string {
  const t = useText()
  return ({ name, builtIn }) => (builtIn === null ? name : t(`identity:roles.builtIn.${builtIn}`))
}
