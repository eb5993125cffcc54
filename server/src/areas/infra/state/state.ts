import { type InfraPart, type Infra as InfraView, infraFindings, infraParts } from '@kinora/contract'
import type { Infra } from '../infra.ts'
import { findingsOf } from './findings.ts'
import { type Measured, measure } from './measured.ts'

/** The state of the installation, with what needs attention. */
export async function loadInfra(infra: Infra): Promise<InfraView> {
  const { clock, config } = infra
  const now = clock.now()
  const measured = await measure(infra)
  const findings = findingsOf(measured, { now, minFreeBytes: config.STORAGE_MIN_FREE_BYTES })
  const { subscriptions: _, ...shown } = measured
  return {
    ...shown,
    at: now.toISOString(),
    findings,
    parts: infraParts.map((part) => {
      const own = findings.filter(({ id }) => infraFindings[id] === part)
      const worst = own.some(({ health }) => health === 'bad') ? 'bad' : own.length > 0 ? 'warning' : null
      return { part, health: worst ?? (isKnown[part](measured) ? 'good' : 'unknown') }
    }),
  }
}

/** Whether a part is measured at present. */
const isKnown: Record<InfraPart, (measured: Measured) => boolean> = {
  processes: ({ processes }) => processes.length > 0,
  machines: ({ machines }) => machines.length > 0,
  queues: ({ queues, idleQueues }) => queues.length + idleQueues > 0,
  database: ({ database }) => database.connections !== null,
  storage: ({ storage }) => storage.errors !== null,
  warehouse: ({ warehouse }) => warehouse.isUp !== null,
  ingest: ({ live }) => live.nodes !== null && live.nodes > 0,
  delivery: ({ delivery }) => delivery.requests !== null,
}
