import type { Campaign } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Chip } from '../../../ui/chip'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../../identity'
import { columnsLook, Facts } from '../../library'
import { choosableChannelsQuery } from '../queries'
import { CreativeList } from './creative-list'

/** Overview of a campaign: creatives and settings. */
export function CampaignOverview({ campaign }: { readonly campaign: Campaign }) {
  return (
    <div className={columnsLook}>
      <CreativeList campaign={campaign} />
      <div className="flex min-w-0 flex-col gap-6">
        <Delivery campaign={campaign} />
        <Targets campaign={campaign} />
      </div>
    </div>
  )
}

function Delivery({ campaign }: { readonly campaign: Campaign }) {
  const t = useText()
  const format = useFormat()
  const { startsAt, endsAt, impressions, totalImpressions, viewerViews, viewerHours, cpm, currency } =
    campaign
  return (
    <Section title={t('campaigns:campaign.delivery')}>
      <Facts
        facts={[
          {
            name: t('campaigns:campaigns.advertiser'),
            value: <bdi>{campaign.advertiserName}</bdi>,
          },
          { name: t('campaigns:campaigns.starts'), value: format.exactTime(startsAt) },
          { name: t('campaigns:campaigns.ends'), value: format.exactTime(endsAt) },
          {
            name: t('campaigns:campaigns.columns.impressions'),
            value:
              totalImpressions === null
                ? format.number(impressions)
                : t('campaigns:campaigns.ofTotal', {
                    number: format.number(impressions),
                    total: format.number(totalImpressions),
                  }),
          },
          {
            name: t('campaigns:campaigns.viewerCap'),
            value:
              viewerViews === null
                ? t('campaigns:campaigns.noLimit')
                : t('campaigns:campaign.capped', {
                    count: viewerViews,
                    time: format.hours(viewerHours),
                  }),
          },
          { name: t('campaigns:campaigns.priority'), value: format.number(campaign.priority) },
          {
            name: t('campaigns:campaign.price'),
            value: cpm === null ? none : format.money(cpm / 1_000_000, currency),
          },
        ]}
      />
    </Section>
  )
}

function Targets({ campaign }: { readonly campaign: Campaign }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const { countries, deviceTypes, tags } = campaign
  const devices = deviceTypes.map((id) => t(`campaigns:campaigns.deviceTypes.${id}`))
  return (
    <Section title={t('campaigns:campaign.targets')}>
      <Facts
        facts={[
          {
            name: t('campaigns:campaigns.countries'),
            value: <Chips texts={countries.map((code) => names.of(code) ?? code)} />,
          },
          { name: t('campaigns:campaigns.devices'), value: <Chips texts={devices} /> },
          { name: t('campaigns:campaigns.tags'), value: <Chips texts={tags} /> },
          ...(campaign.channelIds.length === 0
            ? []
            : [{ name: t('campaigns:campaigns.channels'), value: <Channels campaign={campaign} /> }]),
        ]}
      />
    </Section>
  )
}

function Channels({ campaign }: { readonly campaign: Campaign }) {
  const { can } = useWorkspace()
  const seesChannels = can(['Ad Insertion', 'Channel', 'read'])
  const { data } = useQuery({ ...choosableChannelsQuery(campaign.environmentId), enabled: seesChannels })
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  return <Chips texts={campaign.channelIds.map((id) => names.get(id) ?? id)} />
}

/** List of targets. An empty list means all. */
function Chips({ texts }: { readonly texts: readonly string[] }) {
  const t = useText()
  if (texts.length === 0) return <span className="text-ink-3">{t('campaigns:campaign.all')}</span>
  return (
    <span className="flex flex-wrap gap-1">
      {texts.map((text) => (
        <Chip key={text}>{text}</Chip>
      ))}
    </span>
  )
}
