import type { InfraProcess } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useInfraText } from './use-infra-text'

export function Processes({ processes }: { readonly processes: readonly InfraProcess[] }) {
  const t = useText()
  return (
    <Section title={t('infra:parts.processes')}>
      <Table
        label={t('infra:parts.processes')}
        columns={useColumns()}
        rows={processes}
        rowKey={({ id }) => id}
        rowName={({ machine, pid }) => `${machine} ${pid}`}
      />
    </Section>
  )
}

function useColumns(): readonly Column<InfraProcess, never>[] {
  const t = useText()
  const format = useFormat()
  const { bytes, share, rounded } = useInfraText()
  return [
    {
      id: 'roles',
      head: t('infra:processes.roles'),
      cell: ({ roles, machine, pid }) => (
        <span className="block min-w-0">
          <span dir="ltr" className="own-way cut block font-mid">
            {roles.join(', ')}
          </span>
          <span dir="ltr" className="own-way cut block text-12 text-ink-3">
            {machine} · {pid}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('infra:processes.state'),
      width: '150px',
      cell: ({ isRunning, seenAt, startedAt }) => (
        <span className="block">
          <StatusMark tone={isRunning ? 'good' : 'bad'}>
            {t(isRunning ? 'infra:processes.runs' : 'infra:processes.silent')}
          </StatusMark>
          <span className="cut block text-12 text-ink-3">
            {isRunning
              ? t('infra:processes.started', { when: format.relative(startedAt) })
              : t('infra:processes.seen', { when: format.relative(seenAt) })}
          </span>
        </span>
      ),
    },
    {
      id: 'busy',
      head: t('infra:processes.busy'),
      width: '90px',
      number: true,
      from: 'sm',
      cell: ({ busy }) => share(busy),
    },
    {
      id: 'processors',
      head: t('infra:processes.processors'),
      width: '110px',
      number: true,
      from: 'md',
      cell: ({ processors }) => rounded(processors),
    },
    {
      id: 'memory',
      head: t('infra:monitor.memory'),
      width: '100px',
      number: true,
      from: 'md',
      cell: ({ memoryBytes }) => bytes(memoryBytes),
    },
    {
      id: 'requests',
      head: t('infra:processes.requests'),
      width: '120px',
      number: true,
      from: 'lg',
      cell: ({ requests }) => rounded(requests),
    },
  ]
}
