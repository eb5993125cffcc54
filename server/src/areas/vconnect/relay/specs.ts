import type {
  DestinationKind,
  FecMode,
  InputKind,
  InputSource,
  LinkMode,
  ReturnRule,
  SwitchReason,
} from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { openAddress } from '../../../platform/net/stored-address.ts'
import { openSecretFields } from '../ends/secret-fields.ts'
import {
  type ConnectRow,
  type DestinationRow,
  type InputRow,
  vconnectConnects,
  vconnectDestinations,
  vconnectInputs,
} from '../ends/tables.ts'
import { vconnectLinks } from '../monitors/tables.ts'
import type { Vconnect } from '../vconnect.ts'

/** How an end is reached, with its secrets in plain text. */
export interface EndSpec {
  readonly kind: InputKind | DestinationKind
  readonly mode: LinkMode
  /** Null for a listener. */
  readonly url: string | null
  /** The port of a listener, or of our side of a rendezvous. */
  readonly port: number
  readonly latencyMs: number
  readonly fec: FecMode
  /** Empty without one. */
  readonly passphrase: string
  /** The stream key of RTMP. */
  readonly streamId: string
  /** The live stream of that kind, or the encoder of an input by RTMP, which has the ID of the input. */
  readonly stream: StreamPlace | null
}

/** A live stream of an environment, or an encoder. */
export interface StreamPlace {
  readonly id: string
  readonly environmentId: string
}

export interface ReceiverSpec extends EndSpec {
  readonly allowedNetworks: readonly string[]
  /** Callers of a listener whose streams are merged. */
  readonly paths: 1 | 2
}

export interface SenderSpec extends EndSpec {
  readonly fecColumns: number
  readonly fecRows: number
  readonly maxCallers: number
}

export interface InputSpec {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  readonly maxKbps: number
  readonly receiver: ReceiverSpec
  /** Null without a backup. */
  readonly standby: StandbySpec | null
  readonly connects: readonly ConnectSpec[]
}

/** The input that stands in for another one, and when. */
export interface StandbySpec {
  readonly backup: StreamPlace
  readonly holdMs: number
  readonly returns: ReturnRule
  readonly returnAfterS: number
  /** The last source that a person chose. */
  readonly chosen: { readonly source: InputSource; readonly atMs: number } | null
  /** Whether the last report had the backup, which stays until a person chooses the input. */
  readonly hadBackup: boolean
}

export interface ConnectSpec {
  readonly id: string
  readonly name: string
  readonly destinationId: string
  readonly sender: SenderSpec
}

/** The inputs of these that are not paused, with their connects, as a node runs them. */
export async function loadSpecs(
  { db, secrets }: Pick<Vconnect, 'db' | 'secrets'>,
  inputIds: readonly string[],
): Promise<InputSpec[]> {
  if (inputIds.length === 0) return []
  const inputs = await db
    .select()
    .from(vconnectInputs)
    .where(and(inArray(vconnectInputs.id, [...inputIds]), eq(vconnectInputs.enabled, true)))
  const connects = await db
    .select({ connect: vconnectConnects, destination: vconnectDestinations })
    .from(vconnectConnects)
    .innerJoin(vconnectDestinations, eq(vconnectDestinations.id, vconnectConnects.destinationId))
    .where(and(inArray(vconnectConnects.inputId, [...inputIds]), eq(vconnectConnects.enabled, true)))
  const onBackup = await findOnBackup(db, inputs)
  return inputs.map((input) => ({
    id: input.id,
    environmentId: input.environmentId,
    name: input.name,
    maxKbps: input.maxKbps,
    receiver: {
      ...endOf(secrets, input),
      ...(input.kind === 'rtmp' && { stream: { id: input.id, environmentId: input.environmentId } }),
      allowedNetworks: input.allowedNetworks,
      paths: input.paths,
    },
    standby: standbyOf(input, onBackup.get(input.id)),
    connects: connects
      .filter(({ connect }) => connect.inputId === input.id)
      .map(({ connect, destination }) => connectOf(secrets, input, connect, destination)),
  }))
}

/** The inputs whose connects had the backup when their node last reported, with the reason. */
async function findOnBackup(
  db: Vconnect['db'],
  inputs: readonly InputRow[],
): Promise<ReadonlyMap<string, SwitchReason | null>> {
  const ids = inputs.flatMap(({ id, backupInputId }) => (backupInputId === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: vconnectLinks.id, reason: vconnectLinks.sourceReason })
    .from(vconnectLinks)
    .where(and(inArray(vconnectLinks.id, ids), eq(vconnectLinks.source, 'backup')))
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

/** @param reason why its connects had the backup. Undefined if they had not */
function standbyOf(
  { backupInputId, environmentId, holdMs, returns, returnAfterS, chosenSource: source, chosenAt }: InputRow,
  reason: SwitchReason | null | undefined,
): StandbySpec | null {
  if (backupInputId === null) return null
  const chosen = source === null || chosenAt === null ? null : { source, atMs: chosenAt.getTime() }
  const hadBackup = reason !== undefined && (reason === 'by-hand' || returns === 'by-hand')
  return { backup: { id: backupInputId, environmentId }, holdMs, returns, returnAfterS, chosen, hadBackup }
}

function connectOf(
  secrets: Vconnect['secrets'],
  input: InputRow,
  { id }: ConnectRow,
  destination: DestinationRow,
): ConnectSpec {
  const { maxCallers, fecColumns, fecRows, name } = destination
  return {
    id,
    name: `${input.name} → ${name}`,
    destinationId: destination.id,
    sender: { ...endOf(secrets, destination), maxCallers, fecColumns, fecRows },
  }
}

function endOf(secrets: Vconnect['secrets'], row: InputRow | DestinationRow): EndSpec {
  const { kind, mode, port, latencyMs, fec, address, livestreamId, environmentId } = row
  return {
    kind,
    mode,
    url: address === null ? null : openAddress(secrets, address),
    port: port ?? 0,
    latencyMs,
    fec,
    ...openSecretFields(secrets, row),
    stream: kind === 'livestream' && livestreamId !== null ? { id: livestreamId, environmentId } : null,
  }
}
