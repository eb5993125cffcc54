import type { CountedEnvironment } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { useRoleName } from '../roles/role-name'
import type { EnvironmentSort } from '../search'
import { useWorkspace } from '../workspace'
import { KindMark } from './kind-mark'

export function useEnvironmentColumns(
  onEdit: (environment: CountedEnvironment) => void,
): readonly Column<CountedEnvironment, EnvironmentSort>[] {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const { organization } = useWorkspace()
  return [
    {
      id: 'name',
      head: t('identity:environments.name'),
      sorts: ['name', '-name'],
      cell: (environment) => <NameCell environment={environment} />,
    },
    {
      id: 'type',
      head: t('identity:environments.type'),
      width: '128px',
      from: 'sm',
      cell: ({ type }) => <span className="cut block text-ink-2">{t(`kinds.${type}`)}</span>,
    },
    {
      id: 'role',
      head: t('identity:environments.role'),
      width: '17%',
      from: 'md',
      cell: ({ role }) => (
        <span dir="auto" className="cut own-way block text-ink-2">
          {roleName(role)}
        </span>
      ),
    },
    {
      id: 'tokens',
      head: t('identity:environments.tokens'),
      width: '112px',
      number: true,
      from: 'sm',
      cell: ({ id, apiTokens, grants }) => (
        <Count
          to="/$environmentId/settings/tokens"
          environmentId={grants.includes('Settings.Api Access Token.read') ? id : undefined}
          count={apiTokens}
        />
      ),
    },
    {
      id: 'keys',
      head: t('identity:environments.keys'),
      width: '124px',
      number: true,
      from: 'sm',
      cell: ({ id, signingKeys, grants }) => (
        <Count
          to="/$environmentId/settings/signing-keys"
          environmentId={grants.includes('Settings.Signing Key.read') ? id : undefined}
          count={signingKeys}
        />
      ),
    },
    {
      id: 'createdAt',
      head: t('identity:environments.created'),
      width: '130px',
      sorts: ['-createdAt', 'createdAt'],
      from: 'md',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.exactTime(createdAt)} className="tabular text-ink-2">
          {format.date(createdAt)}
        </time>
      ),
    },
    {
      id: 'menu',
      head: t('identity:members.actions'),
      quietHead: true,
      width: '40px',
      cell: (environment) =>
        organization.isActive &&
        environment.grants.includes('Environments.Environment.update') && (
          <Menu
            label={t('identity:members.actionsOf', { name: environment.name })}
            trigger={<RowMenuButton label={t('identity:members.actionsOf', { name: environment.name })} />}
          >
            <MenuItem icon={<PencilSimple size={16} />} onAction={() => onEdit(environment)}>
              {t('identity:environments.edit')}
            </MenuItem>
          </Menu>
        ),
    },
  ]
}

function NameCell({ environment }: { readonly environment: CountedEnvironment }) {
  const t = useText()
  const { environment: current } = useWorkspace()
  return (
    <span className="flex items-center gap-3">
      <KindMark kind={environment.type} />
      <Link
        to="/$environmentId/environments"
        params={{ environmentId: environment.id }}
        tabIndex={-1}
        dir="auto"
        className="cut own-way font-mid text-ink"
      >
        {environment.name}
      </Link>
      {environment.id === current.id && (
        <span className="shrink-0 rounded-1 bg-hover px-1.5 text-11 text-ink-2">
          {t('identity:environments.here')}
        </span>
      )}
    </span>
  )
}

interface CountProps {
  readonly to: '/$environmentId/settings/tokens' | '/$environmentId/settings/signing-keys'
  /** Links to the list in this environment; undefined if the role may not see it. */
  readonly environmentId: string | undefined
  readonly count: number
}

/** A count that links to its list. */
function Count({ to, environmentId, count }: CountProps) {
  const format = useFormat()
  if (environmentId === undefined) return <span className="text-ink-2">{format.number(count)}</span>
  return (
    <Link
      to={to}
      params={{ environmentId }}
      tabIndex={-1}
      className="relative text-ink-2 underline-offset-2 after:absolute after:-inset-x-3 after:-inset-y-1.5 hover:text-act-text hover:underline"
    >
      {format.number(count)}
    </Link>
  )
}
