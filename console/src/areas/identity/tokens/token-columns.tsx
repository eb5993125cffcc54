import type { ApiToken } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { cx } from '../../../ui/cx'
import type { Column } from '../../../ui/table-parts'
import { EnvironmentName } from '../organizations/environment-name'
import { useWorkspace } from '../workspace'
import { permissionKey } from './permission-text'
import { type TokenActions, TokenMenu } from './token-menu'
import { TokenStatus } from './token-status'

export function useTokenColumns(actions: TokenActions): readonly Column<ApiToken>[] {
  const t = useText()
  const format = useFormat()
  const { organization } = useWorkspace()
  return [
    {
      id: 'name',
      head: t('identity:tokens.name'),
      cell: ({ id, name, status }) => (
        <span className="block">
          <span
            dir="auto"
            className={cx(
              'cut own-way block font-mid',
              status === 'active' ? 'text-ink' : 'text-ink-2 line-through decoration-rule-3',
            )}
            title={name}
          >
            {name}
          </span>
          <span className="block text-ink-3">
            <CopyText text={id} label={t('identity:tokens.id')} />
          </span>
        </span>
      ),
    },
    {
      id: 'environment',
      head: t('identity:tokens.environment'),
      width: '124px',
      from: 'lg',
      cell: ({ environmentId }) => {
        const environment = organization.environments.find(({ id }) => id === environmentId)
        return environment && <EnvironmentName environment={environment} />
      },
    },
    {
      id: 'permission',
      head: t('identity:tokens.permission'),
      width: '112px',
      from: 'md',
      cell: ({ permission }) => (
        <span className="cut block text-ink-2">
          {t(`identity:tokens.permissions.${permissionKey(permission)}`)}
        </span>
      ),
    },
    {
      id: 'status',
      head: t('identity:tokens.status'),
      width: '136px',
      cell: (token) => <TokenStatus token={token} />,
    },
    {
      id: 'created',
      head: t('identity:tokens.created'),
      width: '130px',
      from: 'sm',
      cell: ({ createdAt, createdBy }) => (
        <span className="block">
          <time dateTime={createdAt} title={format.exactTime(createdAt)} className="tabular block text-ink-2">
            {format.date(createdAt)}
          </time>
          <span dir="auto" className="own-way cut block text-12 text-ink-3">
            <bdi>{createdBy}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'used',
      head: t('identity:tokens.lastUsed'),
      width: '116px',
      from: 'lg',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-ink-3">{t('identity:tokens.never')}</span>
        ) : (
          <time dateTime={lastUsedAt} title={format.exactTime(lastUsedAt)} className="cut block text-ink-2">
            {format.relative(lastUsedAt)}
          </time>
        ),
    },
    {
      id: 'menu',
      head: t('identity:members.actions'),
      quietHead: true,
      width: '40px',
      cell: (token) => <TokenMenu token={token} {...actions} />,
    },
  ]
}
