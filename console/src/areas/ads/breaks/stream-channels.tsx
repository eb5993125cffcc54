import type { AdChannel } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { Section } from '../../../ui/section'
import { useRights } from '../../identity'
import { ChannelStatus } from '../channels/channel-columns'
import { streamChannelsQuery } from '../queries'

interface StreamChannelsProps {
  readonly environmentId: string
  /** ID of a video or live stream. */
  readonly streamId: string
  readonly type: AdChannel['type']
}

/** Ad channels of a video or live stream. */
export function StreamChannels({ environmentId, streamId: id, type }: StreamChannelsProps) {
  const t = useText()
  const rights = useRights('Ad Insertion', 'Channel')
  const { data } = useQuery({ ...streamChannelsQuery(environmentId, id), enabled: rights.read })
  if (!rights.read) return null
  return (
    <Section title={t('ads:breaks.channels')}>
      {data?.items.length === 0 && <p className="py-3 text-ink-2">{t(`ads:breaks.noChannels.${type}`)}</p>}
      <ul>
        {data?.items.map((channel) => (
          <li key={channel.id} className="flex min-h-10 items-center gap-3 border-b border-rule">
            <Link
              to="/$environmentId/ad_insertion/$channelId"
              params={{ environmentId, channelId: channel.id }}
              className="cut min-w-0 flex-1 font-mid text-ink hover:underline"
            >
              <bdi>{channel.name}</bdi>
            </Link>
            <ChannelStatus channel={channel} />
          </li>
        ))}
      </ul>
      {rights.create && (
        <div className="pt-3">
          <LinkButton
            to="/$environmentId/ad_insertion"
            params={{ environmentId }}
            search={{ new: true, [type]: id }}
          >
            {t('ads:breaks.newChannel')}
          </LinkButton>
        </div>
      )}
    </Section>
  )
}
