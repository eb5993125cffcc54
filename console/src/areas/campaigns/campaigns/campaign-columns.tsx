import type { Campaign } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { CampaignMenu } from './campaign-menu'
import { CampaignStatus } from './campaign-status'

export function useCampaignColumns(): readonly Column<Campaign>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('campaigns:campaigns.columns.name'),
      cell: (campaign) => <NameCell campaign={campaign} />,
    },
    {
      id: 'status',
      head: t('campaigns:campaigns.columns.status'),
      width: '124px',
      cell: (campaign) => <CampaignStatus campaign={campaign} />,
    },
    {
      id: 'flight',
      head: t('campaigns:campaigns.columns.flight'),
      width: '210px',
      from: 'md',
      cell: ({ startsAt, endsAt }) => (
        <span className="tabular text-ink-2">
          {t('campaigns:campaigns.fromTo', { from: format.date(startsAt), to: format.date(endsAt) })}
        </span>
      ),
    },
    {
      id: 'impressions',
      head: t('campaigns:campaigns.columns.impressions'),
      width: '168px',
      number: true,
      from: 'sm',
      cell: ({ impressions, totalImpressions }) =>
        totalImpressions === null
          ? format.number(impressions)
          : t('campaigns:campaigns.ofTotal', {
              number: format.number(impressions),
              total: format.number(totalImpressions),
            }),
    },
    {
      id: 'menu',
      head: t('campaigns:campaigns.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (campaign) => (
        <CampaignMenu
          isOpenable
          campaign={campaign}
          trigger={<RowMenuButton label={t('campaigns:campaigns.actions.of', { name: campaign.name })} />}
        />
      ),
    },
  ]
}

function NameCell({ campaign }: { readonly campaign: Campaign }) {
  const { id, environmentId, name, advertiserName } = campaign
  return (
    <span className="block min-w-0">
      <Link
        to="/$environmentId/campaigns/$campaignId"
        params={{ environmentId, campaignId: id }}
        tabIndex={-1}
        title={name}
        dir="auto"
        className="own-way cut block font-mid text-ink"
      >
        <bdi>{name}</bdi>
      </Link>
      <span dir="auto" className="own-way cut block text-12 text-ink-3">
        <bdi>{advertiserName}</bdi>
      </span>
    </span>
  )
}
