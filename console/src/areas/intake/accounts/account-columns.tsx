import type { CloudAccount } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { AccountMenu } from './account-menu'
import { AccountState, addressOf } from './account-state'

interface Actions {
  readonly onEdit: (account: CloudAccount) => void
  readonly onTest: (account: CloudAccount) => void
}

export function useAccountColumns(actions: Actions): Column<CloudAccount>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('intake:accounts.columns.name'),
      cell: (account) => (
        <span className="block min-w-0">
          <span className="cut block font-mid">
            <bdi>{account.name}</bdi>
          </span>
          <span className="ltr own-way cut block font-code text-12 text-ink-3" title={addressOf(account)}>
            {addressOf(account)}
          </span>
          <span className="block pt-1 sm:hidden">
            <AccountState account={account} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('intake:accounts.columns.state'),
      width: '18rem',
      from: 'sm',
      cell: (account) => <AccountState account={account} />,
    },
    {
      id: 'folders',
      head: t('intake:accounts.columns.folders'),
      width: '7rem',
      number: true,
      from: 'md',
      cell: ({ folders }) => format.number(folders),
    },
    {
      id: 'checked',
      head: t('intake:accounts.columns.checked'),
      width: '11rem',
      from: 'lg',
      cell: ({ checkedAt }) => (checkedAt === null ? '' : format.moment(checkedAt)),
    },
    {
      id: 'menu',
      head: t('intake:accounts.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (account) => <AccountMenu account={account} {...actions} />,
    },
  ]
}
