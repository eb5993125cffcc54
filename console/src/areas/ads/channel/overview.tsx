import type { AdChannel } from '@kinora/contract'
import { SlidersHorizontal } from '@phosphor-icons/react/dist/csr/SlidersHorizontal'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { CopyField } from '../../../ui/copy-field'
import { CopyText } from '../../../ui/copy-text'
import { Section } from '../../../ui/section'
import { columnsLook, Facts } from '../../library'
import { breaksQuery } from '../queries'
import { ChannelStage } from './channel-stage'
import { useSettingFacts } from './setting-facts'
import { TryChannel } from './try-channel'

const UrlDialog = lazy(async () => ({ default: (await import('./url-dialog')).UrlDialog }))

/** Overview: player and test, settings and URLs. */
export function ChannelOverview({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const isFailing = channel.enabled && channel.adServerState === 'failing'
  return (
    <div className={columnsLook}>
      {isFailing && (
        <div className="col-span-full">
          <Banner live tone="bad">
            {t('ads:channel.failing')}
          </Banner>
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <ChannelStage channel={channel} />
        <TryChannel channel={channel} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Links channel={channel} />
        <Settings channel={channel} />
      </div>
    </div>
  )
}

function Links({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const [isBuilding, setBuilding] = useState(false)
  const { finalUrl, playbackUrl, embedUrl, playbackId, playbackToken } = channel
  return (
    <Section title={t('ads:channel.links.title')}>
      {playbackToken !== null && (
        <p className="py-2.5 text-pretty text-ink-3">
          {t('ads:channel.links.token')} <code className="ltr font-code text-12 text-ink">?token=…</code>
        </p>
      )}
      <CopyField label={t('ads:channel.links.page')} value={playbackUrl} />
      <CopyField label={t('ads:channel.links.final')} value={finalUrl} />
      <CopyField label={t('ads:channel.links.embed')} value={embedUrl} />
      <CopyField label={t('ads:channel.links.id')} value={playbackId} />
      <div className="pt-3">
        <Button icon={<SlidersHorizontal size={16} aria-hidden />} onPress={() => setBuilding(true)}>
          {t('ads:channel.links.build')}
        </Button>
      </div>
      {isBuilding && (
        <Suspense>
          <UrlDialog channel={channel} onClose={() => setBuilding(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Settings({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const format = useFormat()
  const { environmentId, streamId, streamTitle, preroll, prerollAdTagUrl, midrollAdTagUrl, tags } = channel
  const facts = useSettingFacts(channel)
  const isLive = channel.type === 'live'
  const breaks = useQuery({ ...breaksQuery(environmentId, streamId), enabled: !isLive })
  const live = { environmentId, streamId }
  const video = { environmentId, contentId: streamId }
  const nothing = <span className="text-ink-3">{none}</span>
  const tag = (url: string | null, label: string) =>
    url === null ? nothing : <CopyText text={url} label={label} />
  return (
    <Section title={t('ads:channel.settings')}>
      <Facts
        facts={[
          {
            name: t(`ads:channels.types.${channel.type}`),
            value: isLive ? (
              <Link to="/$environmentId/live-stream/$streamId" params={live} className="underline">
                <bdi>{streamTitle}</bdi>
              </Link>
            ) : (
              <Link to="/$environmentId/videos/$contentId" params={video} className="underline">
                <bdi>{streamTitle}</bdi>
              </Link>
            ),
          },
          {
            name: t('ads:channels.columns.streamId'),
            value: <CopyText text={streamId} label={t('ads:channels.columns.streamId')} />,
          },
          {
            name: t('ads:channel.facts.preroll'),
            value: preroll
              ? t('ads:channel.facts.upTo', { time: format.duration(channel.maxPrerollDurationS) })
              : t('ads:channel.facts.off'),
          },
          {
            name: t('ads:channels.fields.prerollTag'),
            value: tag(prerollAdTagUrl, t('ads:channels.fields.prerollTag')),
          },
          {
            name: t('ads:channels.fields.midrollTag'),
            value: tag(midrollAdTagUrl, t('ads:channels.fields.midrollTag')),
          },
          {
            name: t(`ads:channel.facts.breaks.${channel.type}`),
            value: isLive ? (
              <Link to="/$environmentId/live-stream/$streamId/scte" params={live} className="underline">
                {t('live:stream.tabs.cues')}
              </Link>
            ) : (
              <Link to="/$environmentId/videos/$contentId/scte" params={video} className="underline">
                {breaks.data ? format.number(breaks.data.items.length) : none}
              </Link>
            ),
          },
          {
            name: t('ads:channel.facts.timeout'),
            value: t('ads:channels.milliseconds', {
              ms: format.number(channel.adServerTimeoutMs),
            }),
          },
          {
            name: t('ads:channel.facts.seek'),
            value: t(`ads:channel.facts.seekAllowed.${channel.allowSeekOverAds}`),
          },
          {
            name: t('ads:channel.facts.tracking'),
            value: t(`ads:channels.trackings.${channel.tracking}`),
          },
          ...facts,
          {
            name: t('ads:channels.fields.tags'),
            value:
              tags.length === 0 ? (
                nothing
              ) : (
                <span className="flex flex-wrap gap-1">
                  {tags.map((each) => (
                    <Chip key={each}>{each}</Chip>
                  ))}
                </span>
              ),
          },
          {
            name: t('ads:channels.columns.added'),
            value: t('ads:channel.facts.added', {
              when: format.exactTime(channel.createdAt),
              name: channel.addedBy,
            }),
          },
        ]}
      />
    </Section>
  )
}
