import type { CustomPlayback, Livestream } from '@kinora/contract'
import { useMemo } from 'react'
import { type Formatter, none, useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { type Translate, useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { type CustomUrlActions, CustomUrlMenu } from './custom-url-menu'

export function useCustomUrlColumns(
  stream: Livestream,
  actions: CustomUrlActions,
): readonly Column<CustomPlayback>[] {
  const t = useText()
  const format = useFormat()
  const onEdit = useStable(actions.onEdit)
  const onDuplicate = useStable(actions.onDuplicate)
  const onDelete = useStable(actions.onDelete)
  return useMemo(
    () => columnsOf(t, format, stream, { onEdit, onDuplicate, onDelete }),
    [t, format, stream, onEdit, onDuplicate, onDelete],
  )
}

function columnsOf(
  t: Translate,
  format: Formatter,
  stream: Livestream,
  actions: CustomUrlActions,
): readonly Column<CustomPlayback>[] {
  const label = (
    id: 'partner' | 'genre' | 'language' | 'category',
    from: 'md' | 'lg',
  ): Column<CustomPlayback> => ({
    id,
    head: t(`live:customUrls.fields.${id}`),
    width: '9.5%',
    from,
    cell: (row) => <Label text={row[id]} />,
  })
  return [
    {
      id: 'name',
      head: t('live:customUrls.fields.name'),
      cell: ({ name }) => (
        <span dir="auto" className="own-way cut block font-mid text-ink" title={name}>
          <bdi>{name}</bdi>
        </span>
      ),
    },
    label('partner', 'md'),
    label('genre', 'lg'),
    label('language', 'lg'),
    label('category', 'lg'),
    {
      id: 'added',
      head: t('live:streams.columns.added'),
      width: '124px',
      from: 'lg',
      cell: ({ addedAt }) => (
        <time dateTime={addedAt} title={format.exactTime(addedAt)} className="tabular text-ink-2">
          {format.date(addedAt)}
        </time>
      ),
    },
    {
      id: 'status',
      head: t('live:customUrls.columns.status'),
      width: '112px',
      cell: ({ status }) => (
        <StatusMark tone={status === 'resumed' ? 'good' : 'hollow'}>
          {t(`live:customUrls.status.${status}`)}
        </StatusMark>
      ),
    },
    {
      id: 'url',
      head: t('live:customUrls.columns.url'),
      width: '20%',
      from: 'sm',
      cell: ({ urls }) => <CopyText text={urls.hls} label={t('live:customUrls.columns.url')} />,
    },
    {
      id: 'menu',
      head: t('live:streams.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (customUrl) => <CustomUrlMenu stream={stream} customUrl={customUrl} {...actions} />,
    },
  ]
}

function Label({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="text-ink-3">{none}</span>
  return (
    <span dir="auto" className="own-way cut block text-ink-2" title={text}>
      <bdi>{text}</bdi>
    </span>
  )
}
