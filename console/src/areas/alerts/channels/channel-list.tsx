import type { AlertChannel } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark } from '../../../ui/status-mark'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useRights } from '../../identity'
import { channelsQuery, usePlace } from '../queries'
import { ChannelMenu } from './channel-menu'

const ChannelForm = lazy(async () => ({ default: (await import('./channel-form')).ChannelForm }))

/** The channels that alerts are sent to. */
export function ChannelList() {
  const t = useText()
  const rights = useRights('Alerts', 'Alert')
  const list = useQuery(channelsQuery(usePlace()))
  const [edited, setEdited] = useState<AlertChannel | 'new' | null>(null)
  const columns = useChannelColumns(setEdited)
  if (list.isError && !list.data)
    return <ListFault title={t('alerts:channels.failed')} safe={t('ui:safe')} list={list} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <p className="min-w-0 flex-1 basis-64 text-13 text-ink-3">{t('alerts:channels.none')}</p>
        {rights.create && (
          <Button icon={<Plus size={16} />} onPress={() => setEdited('new')}>
            {t('alerts:channels.new')}
          </Button>
        )}
      </div>
      {list.data?.items.length !== 0 && (
        <Table
          label={t('alerts:list.tabs.channels')}
          columns={columns}
          rows={list.data?.items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      )}
      <Suspense>
        {edited !== null && (
          <ChannelForm channel={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  )
}

function useChannelColumns(onEdit: (channel: AlertChannel) => void): readonly Column<AlertChannel>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('alerts:channels.name'),
      cell: ({ name, kind }) => (
        <span className="block min-w-0">
          <span dir="auto" className="own-way cut block font-mid text-ink">
            <bdi>{name}</bdi>
          </span>
          <span className="block text-12 text-ink-3">{t(`alerts:channelKinds.${kind}`)}</span>
        </span>
      ),
    },
    {
      id: 'target',
      head: t('alerts:channels.columns.target'),
      width: '34%',
      from: 'sm',
      cell: ({ target }) => (
        <span className="ltr cut block text-ink-2" title={target}>
          {target}
        </span>
      ),
    },
    {
      id: 'rules',
      head: t('alerts:channels.columns.rules'),
      width: '84px',
      number: true,
      from: 'md',
      cell: ({ rules }) => format.number(rules),
    },
    {
      id: 'state',
      head: t('alerts:channels.columns.state'),
      width: '250px',
      from: 'sm',
      cell: ({ failingSince, disabledAt, fault }) =>
        disabledAt !== null ? (
          <span title={fault ?? ''}>
            <StatusMark tone="bad">
              {t('alerts:channels.disabled', { at: format.moment(disabledAt) })}
            </StatusMark>
          </span>
        ) : failingSince === null ? (
          <StatusMark tone="good">{t('alerts:channels.working')}</StatusMark>
        ) : (
          <span title={fault ?? ''}>
            <StatusMark tone="bad">
              {t('alerts:channels.failing', { at: format.timeOfDay(failingSince) })}
            </StatusMark>
          </span>
        ),
    },
    {
      id: 'menu',
      head: t('alerts:channels.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (channel) => (
        <ChannelMenu
          channel={channel}
          onEdit={() => onEdit(channel)}
          trigger={<RowMenuButton label={t('alerts:channels.of', { name: channel.name })} />}
        />
      ),
    },
  ]
}
