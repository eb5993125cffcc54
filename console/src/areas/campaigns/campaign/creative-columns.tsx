import type { CampaignCreative } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { useRights } from '../../identity'
import { CreativeStatus } from '../creative-status'
import { CreativeMenu } from './creative-menu'

export function useCreativeColumns(): readonly Column<CampaignCreative>[] {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Ad Insertion', 'Campaign')
  return [
    {
      id: 'name',
      head: t('campaigns:campaigns.columns.name'),
      cell: ({ name, reason }) => (
        <span className="block min-w-0">
          <bdi className="cut block font-mid text-ink">{name}</bdi>
          {reason !== null && (
            <bdi className="cut block text-12 text-bad" title={reason}>
              {reason}
            </bdi>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      head: t('campaigns:campaigns.columns.status'),
      width: '164px',
      cell: (creative) => <CreativeStatus creative={creative} />,
    },
    {
      id: 'length',
      head: t('campaigns:reviews.length'),
      width: '84px',
      number: true,
      from: 'sm',
      cell: ({ durationS }) => (durationS === null ? none : format.duration(durationS)),
    },
    ...(rights.update
      ? [
          {
            id: 'menu',
            head: t('campaigns:campaigns.columns.menu'),
            quietHead: true,
            width: '40px',
            cell: (creative: CampaignCreative) => (
              <CreativeMenu
                creative={creative}
                trigger={
                  <RowMenuButton label={t('campaigns:campaigns.actions.of', { name: creative.name })} />
                }
              />
            ),
          },
        ]
      : []),
  ]
}
