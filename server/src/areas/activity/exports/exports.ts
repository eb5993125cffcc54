import type { Event, ExportFormat } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../platform/auth.ts'
import type { Activity } from '../activity.ts'
import { type EventFilters, eventReader } from '../events/events.ts'
import { type LogFilters, type LogRecord, logReader } from '../logs/logs.ts'
import { type Columns, sendExport } from './export-file.ts'

interface ExportRequest<Filters> {
  readonly caller: Caller
  readonly query: Filters & { format: ExportFormat }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export async function exportEvents(activity: Activity, asked: ExportRequest<EventFilters>): Promise<void> {
  const { caller, query, request, reply } = asked
  const read = await eventReader(activity, caller.actor, caller.scope, query)
  const name = nameOf('events', activity)
  sendExport(request, reply, { name, format: query.format, columns: eventColumns, read }, activity.workers)
}

/** Logged requests without bodies. `getLog` returns those of a single request. */
export async function exportLogs(activity: Activity, asked: ExportRequest<LogFilters>): Promise<void> {
  const { caller, query, request, reply } = asked
  const read = await logReader(activity, caller.actor, caller.scope, query)
  const name = nameOf('logs', activity)
  sendExport(request, reply, { name, format: query.format, columns: logColumns, read }, activity.workers)
}

function nameOf(what: string, { clock }: Activity): string {
  return `${what}-${clock.now().toISOString().slice(0, 10)}`
}

const eventColumns: Columns<Event> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  type: ({ type }) => type,
  environmentId: ({ environment }) => environment.id,
  environmentName: ({ environment }) => environment.name,
  objectType: ({ object }) => object.type,
  objectId: ({ object }) => object.id,
  data: ({ data }) => data,
}

const logColumns: Columns<LogRecord> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  environmentId: ({ environmentId }) => environmentId,
  method: ({ method }) => method,
  url: ({ url }) => url,
  status: ({ status }) => status,
  took: ({ took }) => took,
  description: ({ description }) => description,
  actorKind: ({ by }) => by?.kind,
  actorId: ({ by }) => by?.id,
  actorName: ({ by }) => by?.name,
  impersonator: ({ by }) => by?.impersonator,
  objectId: ({ objectId }) => objectId,
  requestId: ({ requestId }) => requestId,
  address: ({ address }) => address,
}
