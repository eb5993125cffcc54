import type { SocialAccount } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import type { Column } from '../../../ui/table-parts'
import { NetworkMark, networkName } from '../network-mark'
import { AccountMenu } from './account-menu'
import { AccountState } from './account-state'

export function useAccountColumns(): Column<SocialAccount>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('social:accounts.columns.name'),
      cell: (account) => (
        <span className="flex min-w-0 items-start gap-3 max-sm:py-1">
          <NetworkMark network={account.network} />
          <span className="block min-w-0">
            <span className="own-way cut block font-mid">
              <bdi>{account.name}</bdi>
            </span>
            <span className="block text-12 text-ink-3">{networkName(account.network)}</span>
            <span className="block pt-1 sm:hidden">
              <AccountState account={account} />
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('social:accounts.columns.state'),
      width: '34%',
      from: 'sm',
      cell: (account) => <AccountState account={account} />,
    },
    {
      id: 'posts',
      head: t('social:accounts.columns.posts'),
      width: '8rem',
      number: true,
      from: 'md',
      cell: ({ openPosts }) => format.number(openPosts),
    },
    {
      id: 'checked',
      head: t('social:accounts.columns.checked'),
      width: '9rem',
      from: 'lg',
      cell: ({ checkedAt }) => checkedAt !== null && <Moment time={checkedAt} />,
    },
    {
      id: 'menu',
      head: t('social:accounts.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (account) => <AccountMenu account={account} />,
    },
  ]
}
