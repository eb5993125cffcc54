import type { Embed } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { EmbedMenu } from './embed-menu'

const tones: Record<Embed['status'], StatusTone> = { active: 'good', expired: 'hollow', revoked: 'bad' }

/** @param onCode shows the code of an embed */
export function useEmbedColumns(onCode: (id: string) => void): readonly Column<Embed>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('reports:embeds.columns.name'),
      cell: ({ name, metrics, range }) => (
        <span className="block min-w-0">
          <bdi dir="auto" title={name} className="own-way cut block font-mid">
            {name}
          </bdi>
          <span className="cut block text-12 text-ink-3">
            {t(`reports:embeds.form.ranges.${range}`)} ·{' '}
            {format.list(metrics.map((metric) => t(`reports:metrics.${metric}`)))}
          </span>
        </span>
      ),
    },
    {
      id: 'sites',
      head: t('reports:embeds.columns.sites'),
      width: '220px',
      from: 'md',
      cell: ({ sites }) => (
        <span dir="ltr" className="own-way cut block text-ink-2">
          {sites.join(', ')}
        </span>
      ),
    },
    {
      id: 'shown',
      head: t('reports:embeds.columns.shown'),
      width: '130px',
      from: 'lg',
      cell: ({ shownAt }) => (
        <span className="text-ink-2">{shownAt === null ? '' : format.relative(shownAt)}</span>
      ),
    },
    {
      id: 'expires',
      head: t('reports:embeds.columns.expires'),
      width: '120px',
      from: 'sm',
      cell: ({ expiresAt }) => <span className="tabular text-ink-2">{format.date(expiresAt)}</span>,
    },
    {
      id: 'status',
      head: t('reports:embeds.columns.status'),
      width: '110px',
      cell: ({ status }) => (
        <StatusMark tone={tones[status]}>{t(`reports:embeds.status.${status}`)}</StatusMark>
      ),
    },
    {
      id: 'menu',
      head: t('reports:embeds.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (embed) => (
        <EmbedMenu
          embed={embed}
          onCode={() => onCode(embed.id)}
          trigger={<RowMenuButton label={t('reports:embeds.of', { name: embed.name })} />}
        />
      ),
    },
  ]
}
