import type { Advertiser } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { AdvertiserMenu } from './advertiser-menu'

export function useAdvertiserColumns(
  onInvite: (advertiser: Advertiser) => void,
): readonly Column<Advertiser>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('campaigns:advertisers.columns.name'),
      cell: ({ name, contactEmail }) => (
        <span className="block min-w-0">
          <bdi className="cut block font-mid text-ink">{name}</bdi>
          <bdi className="cut ltr block text-12 text-ink-3">{contactEmail}</bdi>
        </span>
      ),
    },
    {
      id: 'status',
      head: t('campaigns:advertisers.columns.status'),
      width: '128px',
      from: 'sm',
      cell: ({ enabled }) => (
        <StatusMark tone={enabled ? 'good' : 'hollow'}>
          {t(`campaigns:advertisers.status.${enabled ? 'true' : 'false'}`)}
        </StatusMark>
      ),
    },
    {
      id: 'campaigns',
      head: t('campaigns:campaigns.title'),
      width: '112px',
      number: true,
      from: 'md',
      cell: ({ campaigns }) => format.number(campaigns),
    },
    {
      id: 'waiting',
      head: t('campaigns:advertisers.columns.waiting'),
      width: '128px',
      number: true,
      cell: ({ waitingCreatives }) => format.number(waitingCreatives),
    },
    {
      id: 'menu',
      head: t('campaigns:campaigns.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (advertiser) => (
        <AdvertiserMenu
          advertiser={advertiser}
          onInvite={onInvite}
          trigger={<RowMenuButton label={t('campaigns:campaigns.actions.of', { name: advertiser.name })} />}
        />
      ),
    },
  ]
}
