import type { Infra, InfraQueue } from '@kinora/contract'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { Trend } from './trend'
import { useInfraText } from './use-infra-text'
import { useSeries } from './use-series'

export function Queues({ infra: { queues, idleQueues } }: { readonly infra: Infra }) {
  const t = useText()
  const { number, time } = useInfraText()
  const { valuesOf } = useSeries()
  const columns = useColumns()
  const waiting = queues.reduce((total, queue) => total + queue.waiting, 0)
  const oldest = Math.max(0, ...queues.map(({ oldestS }) => oldestS))
  return (
    <Section title={t('infra:parts.queues')}>
      <div className="grid gap-x-8 gap-y-5 border-b border-rule py-4 sm:grid-cols-2">
        <Trend
          label={t('infra:queues.waiting')}
          now={number(waiting)}
          values={valuesOf('jobs.waiting')}
          text={number}
        />
        <Trend
          label={t('infra:queues.oldest')}
          now={time(oldest)}
          values={valuesOf('jobs.oldest')}
          text={time}
        />
      </div>
      {queues.length > 0 && (
        <Table
          label={t('infra:parts.queues')}
          columns={columns}
          rows={queues}
          rowKey={({ name }) => name}
          rowName={({ name }) => name}
          low
        />
      )}
      <p className="py-3 text-12 text-ink-3">{t('infra:queues.idle', { value: number(idleQueues) })}</p>
    </Section>
  )
}

function useColumns(): readonly Column<InfraQueue, never>[] {
  const t = useText()
  const { number, time } = useInfraText()
  return [
    {
      id: 'name',
      head: t('infra:queues.name'),
      cell: ({ name }) => (
        <span dir="ltr" className="own-way cut block">
          {name}
        </span>
      ),
    },
    {
      id: 'waiting',
      head: t('infra:queues.waitingShort'),
      width: '80px',
      number: true,
      cell: ({ waiting }) => number(waiting),
    },
    {
      id: 'running',
      head: t('infra:queues.running'),
      width: '80px',
      number: true,
      cell: ({ running }) => number(running),
    },
    {
      id: 'oldest',
      head: t('infra:queues.oldest'),
      width: '150px',
      number: true,
      from: 'sm',
      cell: ({ waiting, oldestS }) => (waiting === 0 ? none : time(oldestS)),
    },
  ]
}
