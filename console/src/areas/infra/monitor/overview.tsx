import type { Infra, InfraPart } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { HealthMark } from './health-mark'
import { useInfraText } from './use-infra-text'

/** All parts with their health and one figure. */
export function Overview({ infra }: { readonly infra: Infra }) {
  const t = useText()
  const figures = useFigures(infra)
  return (
    <ul
      aria-label={t('infra:monitor.parts')}
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-2 border border-rule-2 bg-panel sm:grid-cols-4"
    >
      {infra.parts.map(({ part, health }) => (
        <li key={part} className="-me-px -mb-px min-w-0 border-e border-b border-rule px-4 py-3">
          <span className="cut block text-12 text-ink-2">{t(`infra:parts.${part}`)}</span>
          <span className="mt-1 block">
            <HealthMark health={health} />
          </span>
          <span className="tabular cut mt-1 block text-12 text-ink-3">{figures[part]}</span>
        </li>
      ))}
    </ul>
  )
}

function useFigures({ processes, machines, queues, ...rest }: Infra): Readonly<Record<InfraPart, string>> {
  const t = useText()
  const { bytes, number, rounded } = useInfraText()
  const waiting = queues.reduce((total, queue) => total + queue.waiting, 0)
  const running = processes.filter(({ isRunning }) => isRunning).length
  return {
    processes: t('infra:figures.running', { value: number(running) }),
    machines: t('infra:figures.machines', { value: number(machines.length) }),
    queues: t('infra:figures.waiting', { value: number(waiting) }),
    database: t('infra:figures.connections', { value: number(rest.database.connections) }),
    storage: t('infra:figures.stored', { value: bytes(rest.storage.bytes) }),
    warehouse: t('infra:figures.memory', { value: bytes(rest.warehouse.memoryBytes) }),
    ingest: t('infra:figures.streams', { value: number(rest.live.streams) }),
    delivery: t('infra:figures.requests', { value: rounded(rest.delivery.requests) }),
  }
}
