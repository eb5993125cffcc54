import type { Role } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../workspace'
import { type RoleActions, RoleMenu } from './role-menu'
import { useRoleName } from './role-name'
import { readRights } from './role-rights'
import { useReachText } from './use-reach-text'

export function useRoleColumns(actions: RoleActions): readonly Column<Role>[] {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const reachText = useReachText()
  const { environment } = useWorkspace()
  return [
    {
      id: 'name',
      head: t('identity:roles.role'),
      cell: (role) => (
        <span className="block">
          <Link
            to="/$environmentId/settings/roles/$roleId"
            params={{ environmentId: environment.id, roleId: role.id }}
            tabIndex={-1}
            dir="auto"
            className="cut own-way block font-mid text-ink"
          >
            {roleName(role)}
          </Link>
          {role.builtIn !== null && (
            <span className="cut block text-12 text-ink-3">{t('identity:roles.ofProduct')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'rights',
      head: t('identity:roles.rights'),
      width: '44%',
      from: 'sm',
      cell: ({ permissions }) => (
        <span className="cut block text-ink-2">{reachText(readRights(permissions))}</span>
      ),
    },
    {
      id: 'people',
      head: t('identity:roles.people'),
      width: '92px',
      number: true,
      cell: ({ users }) => <span className="text-ink-2">{format.number(users)}</span>,
    },
    {
      id: 'menu',
      head: t('identity:members.actions'),
      quietHead: true,
      width: '40px',
      cell: (role) => <RoleMenu inRow role={role} {...actions} />,
    },
  ]
}
