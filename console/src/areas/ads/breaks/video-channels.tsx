import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { Section } from '../../../ui/section'
import { ChannelStatus } from '../channels/channel-columns'
import { videoChannelsQuery } from '../queries'
import { useAdRights } from '../rights'

/** The ad channels that play a video. */
export function VideoChannels({ content: { id, environmentId } }: { readonly content: Content }) {
  const t = useText()
  const rights = useAdRights()
  const { data } = useQuery(videoChannelsQuery(environmentId, id))
  return (
    <Section title={t('ads:breaks.channels')}>
      {data?.items.length === 0 && <p className="py-3 text-ink-2">{t('ads:breaks.noChannels')}</p>}
      <ul>
        {data?.items.map((channel) => (
          <li key={channel.id} className="flex min-h-10 items-center gap-3 border-b border-rule">
            <Link
              to="/$environmentId/ad-insertion/$channelId"
              params={{ environmentId, channelId: channel.id }}
              className="cut min-w-0 flex-1 font-mid text-ink hover:underline"
            >
              <bdi>{channel.name}</bdi>
            </Link>
            <ChannelStatus enabled={channel.enabled} />
          </li>
        ))}
      </ul>
      {rights.create && (
        <div className="pt-3">
          <LinkButton
            to="/$environmentId/ad-insertion"
            params={{ environmentId }}
            search={{ new: true, video: id }}
          >
            {t('ads:breaks.newChannel')}
          </LinkButton>
        </div>
      )}
    </Section>
  )
}
