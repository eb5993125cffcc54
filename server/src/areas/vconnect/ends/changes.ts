import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import type { ConnectRow, DestinationRow, InputRow } from './tables.ts'

/** Something of V-Connect has changed. Nodes compare what they run with the rows. */
export const vconnectChannel: Channel = 'kinora_vconnect'

/** Announces a change to nodes when the transaction commits. */
export async function notifyNodes(tx: Queryable): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${vconnectChannel}, '')`)
}

type Verb = 'created' | 'updated' | 'deleted'

export const recordInput = changeRecorder(({ id, name, kind, mode }: InputRow, verb: Verb) => ({
  object: { type: 'vconnect_input', id, name },
  action: `vconnect_input.${verb}`,
  ...(verb !== 'updated' && {
    event: { type: `video.vconnect_input.${verb}` as const, data: { name, kind, mode } },
  }),
}))

export const recordDestination = changeRecorder(({ id, name, kind, mode }: DestinationRow, verb: Verb) => ({
  object: { type: 'vconnect_destination', id, name },
  action: `vconnect_destination.${verb}`,
  ...(verb !== 'updated' && {
    event: { type: `video.vconnect_destination.${verb}` as const, data: { name, kind, mode } },
  }),
}))

/** A connect with the names of its ends. */
export interface NamedConnect extends ConnectRow {
  readonly inputName: string
  readonly destinationName: string
}

/** The name of a connect. */
export function connectName({ inputName, destinationName }: Omit<NamedConnect, keyof ConnectRow>): string {
  return `${inputName} → ${destinationName}`
}

export const recordConnect = changeRecorder((row: NamedConnect, verb: Verb) => ({
  object: { type: 'vconnect_connect', id: row.id, name: connectName(row) },
  action: `vconnect_connect.${verb}`,
  ...(verb !== 'updated' && {
    event: {
      type: `video.vconnect_connect.${verb}` as const,
      data: { name: connectName(row), inputId: row.inputId, destinationId: row.destinationId },
    },
  }),
}))
