import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { reachOf } from './role-changes'
import type { RoleRights } from './role-rights'

/** Summarizes a role in one line: full rights, or how many features it may read, write and delete. */
export function useReachText(): (rights: RoleRights) => string {
  const t = useText()
  const format = useFormat()
  return (rights) => {
    if (rights.full) return t('identity:roles.fullRights')
    const reach = reachOf(rights)
    const parts = (['read', 'write', 'delete'] as const).map((kind) => {
      const { number, total } = reach[kind]
      const share = number === 0 ? 'none' : number === total ? 'all' : 'some'
      return t(`identity:roles.reach.${kind}.${share}`, {
        number: format.number(number),
        total: format.number(total),
      })
    })
    return parts.join(t('identity:members.comma'))
  }
}
