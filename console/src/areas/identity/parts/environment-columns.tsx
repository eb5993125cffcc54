import type { Environment } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { useHere } from '../here'
import { useRoleName } from '../role-name'
import type { EnvironmentSort } from '../search'
import { KindMark } from './kind-mark'

export function useEnvironmentColumns(): readonly Column<Environment, EnvironmentSort>[] {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const { environment: current } = useHere()
  return [
    {
      id: 'name',
      head: t('identity:environments.name'),
      sorts: ['name', '-name'],
      cell: (environment) => (
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
      ),
    },
    {
      id: 'type',
      head: t('identity:environments.type'),
      width: '128px',
      cell: ({ type }) => <span className="text-ink-2">{t(`kinds.${type}`)}</span>,
    },
    {
      id: 'role',
      head: t('identity:environments.role'),
      width: '20%',
      from: 'sm',
      cell: ({ role }) => <span className="cut block text-ink-2">{roleName(role)}</span>,
    },
    {
      id: 'createdAt',
      head: t('identity:environments.created'),
      width: '150px',
      sorts: ['-createdAt', 'createdAt'],
      from: 'sm',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.exactTime(createdAt)} className="tabular text-ink-2">
          {format.date(createdAt)}
        </time>
      ),
    },
  ]
}
