import type { Infra, InfraPart } from '@kinora/contract'
import type { ReactNode } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { HealthMark } from './health-mark'
import { Trend } from './trend'
import { useInfraText } from './use-infra-text'
import { useSeries } from './use-series'

type Fact = readonly [name: string, value: string]

/** Database, storage, warehouse, live streams and delivery, with their figures. */
export function Parts({ infra }: { readonly infra: Infra }) {
  const t = useText()
  return (
    <Section title={t('infra:monitor.services')}>
      <div className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        <DatabasePart infra={infra} />
        <StoragePart infra={infra} />
        <WarehousePart infra={infra} />
        <LivePart infra={infra} />
        <DeliveryPart infra={infra} />
      </div>
    </Section>
  )
}

interface PartProps {
  readonly infra: Infra
}

function DatabasePart({ infra }: PartProps) {
  const t = useText()
  const { bytes, number, time } = useInfraText()
  const { valuesOf } = useSeries()
  const { connections, connectionsMax, bytes: size, oldestTransactionS } = infra.database
  return (
    <Part
      infra={infra}
      part="database"
      facts={[
        [t('infra:facts.allowed'), number(connectionsMax)],
        [t('infra:facts.size'), bytes(size)],
        [t('infra:facts.transaction'), time(oldestTransactionS)],
      ]}
    >
      <Trend
        label={t('infra:facts.connections')}
        now={number(connections)}
        values={valuesOf('database.connections')}
        text={number}
      />
    </Part>
  )
}

function StoragePart({ infra }: PartProps) {
  const t = useText()
  const format = useFormat()
  const { bytes, number } = useInfraText()
  const { valuesOf } = useSeries()
  const { kind, videos, bytes: size, errors, lastErrorAt } = infra.storage
  return (
    <Part
      infra={infra}
      part="storage"
      facts={[
        [t('infra:facts.kind'), t(`infra:facts.kinds.${kind}`)],
        [t('infra:facts.videos'), number(videos)],
        [t('infra:facts.errors'), number(errors)],
        [t('infra:facts.lastError'), lastErrorAt === null ? none : format.relative(lastErrorAt)],
      ]}
    >
      <Trend
        label={t('infra:facts.stored')}
        now={bytes(size)}
        values={valuesOf('stored.bytes')}
        text={bytes}
      />
    </Part>
  )
}

function WarehousePart({ infra }: PartProps) {
  const t = useText()
  const format = useFormat()
  const { bytes, number, time } = useInfraText()
  const { valuesOf } = useSeries()
  const { parts, memoryBytes, diskBytes, lastInsertAt, waitingEvents, oldestWaitingS } = infra.warehouse
  return (
    <Part
      infra={infra}
      part="warehouse"
      facts={[
        [t('infra:facts.size'), bytes(diskBytes)],
        [t('infra:facts.parts'), number(parts)],
        [t('infra:facts.lastInsert'), lastInsertAt === null ? none : format.relative(lastInsertAt)],
        [t('infra:facts.events'), number(waitingEvents)],
        [t('infra:facts.late'), time(oldestWaitingS)],
      ]}
    >
      <Trend
        label={t('infra:monitor.memory')}
        now={bytes(memoryBytes)}
        values={valuesOf('warehouse.memory')}
        text={bytes}
      />
    </Part>
  )
}

function LivePart({ infra }: PartProps) {
  const t = useText()
  const { number } = useInfraText()
  const { valuesOf } = useSeries()
  const { nodes, streams, sessions, viewers } = infra.live
  return (
    <Part
      infra={infra}
      part="ingest"
      facts={[
        [t('infra:facts.nodes'), number(nodes)],
        [t('infra:facts.streams'), number(streams)],
        [t('infra:facts.sessions'), number(sessions)],
      ]}
    >
      <Trend
        label={t('infra:facts.viewers')}
        now={number(viewers)}
        values={valuesOf('live.viewers')}
        text={number}
      />
    </Part>
  )
}

function DeliveryPart({ infra }: PartProps) {
  const t = useText()
  const { rounded, share } = useInfraText()
  const { valuesOf } = useSeries()
  const { requests, failing } = infra.delivery
  return (
    <Part infra={infra} part="delivery" facts={[[t('infra:facts.failing'), share(failing)]]}>
      <Trend
        label={t('infra:processes.requests')}
        now={rounded(requests)}
        values={valuesOf('requests')}
        text={rounded}
      />
    </Part>
  )
}

interface PartFrameProps {
  readonly infra: Infra
  readonly part: InfraPart
  readonly facts: readonly Fact[]
  /** The chart. */
  readonly children: ReactNode
}

function Part({ infra, part, facts, children }: PartFrameProps) {
  const t = useText()
  const health = infra.parts.find((each) => each.part === part)?.health ?? 'unknown'
  return (
    <section className="min-w-0 border-b border-rule py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="cut text-13 font-head">{t(`infra:parts.${part}`)}</h3>
        <HealthMark health={health} />
      </div>
      <div className="mt-3">{children}</div>
      <dl className="mt-2 text-13">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3 py-0.5">
            <dt className="min-w-0 text-ink-2">{name}</dt>
            <dd className="tabular text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
