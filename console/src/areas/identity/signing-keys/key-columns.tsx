import type { SigningKey } from '@kinora/contract'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { EnvironmentName } from '../organizations/environment-name'
import { useWorkspace } from '../workspace'

export function useKeyColumns(onDelete: (key: SigningKey) => void): readonly Column<SigningKey>[] {
  const t = useText()
  const format = useFormat()
  const { organization, can } = useWorkspace()
  const mayDelete = organization.isActive && can(['Settings', 'Signing Key', 'delete'])
  return [
    {
      id: 'id',
      head: t('identity:keys.id'),
      cell: ({ id }) => (
        <span className="block text-ink">
          <CopyText text={id} label={t('identity:keys.id')} />
        </span>
      ),
    },
    {
      id: 'environment',
      head: t('identity:tokens.environment'),
      width: '130px',
      from: 'lg',
      cell: ({ environmentId }) => {
        const environment = organization.environments.find(({ id }) => id === environmentId)
        return environment && <EnvironmentName environment={environment} />
      },
    },
    {
      id: 'product',
      head: t('identity:keys.product'),
      width: '92px',
      cell: ({ product }) => <span className="text-ink-2">{t(`identity:keys.products.${product}`)}</span>,
    },
    {
      id: 'created',
      head: t('identity:tokens.created'),
      width: '140px',
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
      id: 'status',
      head: t('identity:tokens.status'),
      width: '96px',
      from: 'md',
      cell: ({ status }) => <StatusMark tone="good">{t(`identity:tokens.statuses.${status}`)}</StatusMark>,
    },
    {
      id: 'menu',
      head: t('identity:members.actions'),
      quietHead: true,
      width: '40px',
      cell: (key) =>
        mayDelete && (
          <Menu
            label={t('identity:members.actionsOf', { name: key.id })}
            trigger={<RowMenuButton label={t('identity:members.actionsOf', { name: key.id })} />}
          >
            <MenuItem danger icon={<Trash size={16} />} onAction={() => onDelete(key)}>
              {t('identity:keys.delete')}
            </MenuItem>
          </Menu>
        ),
    },
  ]
}
