import type { AdChannel } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { none } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import { CopyText } from '../../../ui/copy-text'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { ChannelImage } from './channel-image'
import { ChannelMenu } from './channel-menu'

export function useChannelColumns(): readonly Column<AdChannel>[] {
  const t = useText()
  return useMemo(() => columnsOf(t), [t])
}

function columnsOf(t: Translate): readonly Column<AdChannel>[] {
  return [
    { id: 'name', head: t('ads:channels.columns.name'), cell: (channel) => <NameCell channel={channel} /> },
    {
      id: 'status',
      head: t('ads:channels.columns.status'),
      width: '156px',
      cell: (channel) => <ChannelStatus channel={channel} />,
    },
    {
      id: 'stream',
      head: t('ads:channels.columns.stream'),
      width: '19%',
      from: 'md',
      cell: (channel) => <StreamCell channel={channel} />,
    },
    {
      id: 'type',
      head: t('ads:channels.columns.type'),
      width: '104px',
      from: 'lg',
      cell: ({ type }) => <span className="text-ink-2">{t(`ads:channels.types.${type}`)}</span>,
    },
    {
      id: 'ads',
      head: t('ads:channels.columns.ads'),
      width: '11%',
      from: 'md',
      cell: (channel) => <span className="text-ink-2">{kindsOf(t, channel)}</span>,
    },
    {
      id: 'tags',
      head: t('ads:channels.columns.tags'),
      width: '12%',
      from: 'lg',
      cell: ({ tags }) =>
        tags.length === 0 ? (
          <span className="text-ink-3">{none}</span>
        ) : (
          <span className="flex gap-1 overflow-hidden">
            {tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        ),
    },
    {
      id: 'added',
      head: t('ads:channels.columns.added'),
      width: '152px',
      from: 'lg',
      cell: ({ createdAt }) => <Moment time={createdAt} />,
    },
    {
      id: 'menu',
      head: t('ads:channels.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (channel) => (
        <ChannelMenu
          isOpenable
          channel={channel}
          trigger={<RowMenuButton label={t('ads:channels.actions.of', { name: channel.name })} />}
        />
      ),
    },
  ]
}

export function ChannelStatus({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { enabled, adServerState } = channel
  if (enabled && adServerState === 'failing')
    return <StatusMark tone="bad">{t('ads:channels.status.failing')}</StatusMark>
  return (
    <StatusMark tone={enabled ? 'good' : 'hollow'}>
      {t(`ads:channels.status.${enabled ? 'true' : 'false'}`)}
    </StatusMark>
  )
}

/** Kinds of breaks for which the channel has an ad tag. */
function kindsOf(t: Translate, { preroll, prerollAdTagUrl, midrollAdTagUrl }: AdChannel): string {
  const kinds = [
    ...(preroll && prerollAdTagUrl !== null ? [t('ads:channels.kinds.preroll')] : []),
    ...(midrollAdTagUrl !== null ? [t('ads:channels.kinds.midroll')] : []),
  ]
  return kinds.length === 0 ? none : kinds.join(' · ')
}

function NameCell({ channel }: { readonly channel: AdChannel }) {
  const { id, environmentId, name, streamTitle } = channel
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ChannelImage channel={channel} />
      <span className="block min-w-0">
        <Link
          to="/$environmentId/ad_insertion/$channelId"
          params={{ environmentId, channelId: id }}
          tabIndex={-1}
          title={name}
          dir="auto"
          className="own-way cut block font-mid text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        <span dir="auto" className="own-way cut block text-12 text-ink-3 md:hidden" title={streamTitle}>
          <bdi>{streamTitle}</bdi>
        </span>
      </span>
    </span>
  )
}

/** Title of the video or live stream, with a button that copies its ID. */
function StreamCell({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { environmentId, streamId, streamTitle, type } = channel
  const look = 'own-way cut block text-ink'
  const title = <bdi>{streamTitle}</bdi>
  return (
    <span className="block min-w-0">
      {type === 'live' ? (
        <Link
          to="/$environmentId/live-stream/$streamId"
          params={{ environmentId, streamId }}
          tabIndex={-1}
          title={streamTitle}
          dir="auto"
          className={look}
        >
          {title}
        </Link>
      ) : (
        <Link
          to="/$environmentId/videos/$contentId"
          params={{ environmentId, contentId: streamId }}
          tabIndex={-1}
          title={streamTitle}
          dir="auto"
          className={look}
        >
          {title}
        </Link>
      )}
      <span className="flex text-ink-3">
        <CopyText text={streamId} label={t('ads:channels.columns.streamId')} />
      </span>
    </span>
  )
}
