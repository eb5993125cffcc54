import {
  type createVconnectDestinationBody,
  isRightMatrix,
  messages,
  type updateVconnectDestinationBody,
  type VconnectDestination,
  vconnectLimits,
} from '@kinora/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { containsText } from '../../../platform/database/like.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { shownAddress, storeOptional } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { notifyNodes, recordDestination } from '../ends/changes.ts'
import { endAddress, localPortOf } from '../ends/end-address.ts'
import { assertKeyStays } from '../ends/key-stays.ts'
import { assertNoLoop, hasMoved } from '../ends/loops.ts'
import { assertFec, assertKind, assertTarget } from '../ends/own-address.ts'
import { releasePort, takePort } from '../ends/ports.ts'
import { storeSecrets } from '../ends/secret-fields.ts'
import { assertStream, linkedStreams, streamOf } from '../ends/streams.ts'
import { type DestinationRow, vconnectConnects, vconnectDestinations } from '../ends/tables.ts'
import type { Vconnect } from '../vconnect.ts'

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
}

/** A page of destinations by name. @param origin public scheme and host of this server */
export function listDestinations(
  { db }: Pick<Vconnect, 'db'>,
  environmentId: string,
  { phrase, ...page }: ListQuery,
  origin: string,
) {
  const where = and(
    eq(vconnectDestinations.environmentId, environmentId),
    phrase === undefined ? undefined : containsText(vconnectDestinations.name, phrase),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(vconnectDestinations)
      .where(where)
      .orderBy(asc(sortName(vconnectDestinations.name)), asc(vconnectDestinations.id)),
    total: db.$count(vconnectDestinations, where),
    view: (rows) => destinationViews(db, environmentId, rows, origin),
  })
}

/** @throws problem not-found */
export async function getDestination(
  db: Queryable,
  environmentId: string,
  id: string,
): Promise<DestinationRow> {
  const [row] = await db
    .select()
    .from(vconnectDestinations)
    .where(rowOf(vconnectDestinations, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem name-taken, limit-reached, url-not-allowed, host-not-allowed, vconnect-loop, vconnect-ports */
export async function createDestination(
  vconnect: Vconnect,
  caller: Caller,
  { passphrase, streamId, address, ...given }: z.output<typeof createVconnectDestinationBody>,
): Promise<DestinationRow> {
  const { db, clock, config, secrets } = vconnect
  const { environmentId } = caller.scope
  if (address !== null) await assertTarget(vconnect, address)
  await assertStream(db, caller, given, 'destination')
  const at = clock.now()
  const id = uuidv7(at.getTime())
  return db.transaction(async (tx) => {
    await assertNameIsFree(tx, { id, environmentId, name: given.name })
    const count = await tx.$count(vconnectDestinations, eq(vconnectDestinations.environmentId, environmentId))
    if (count >= vconnectLimits.destinations)
      throw problem('limit-reached', { detail: `At most ${vconnectLimits.destinations} destinations` })
    const row: DestinationRow = {
      ...given,
      id,
      environmentId,
      address: storeOptional(secrets, address),
      port: given.kind === 'srt' && given.mode !== 'caller' ? await takePort(tx, config, id) : null,
      ...storeSecrets(secrets, { passphrase, streamId }),
      createdBy: caller.actor.name,
      createdAt: at,
      updatedAt: at,
    }
    row.livestreamId = await streamOf(vconnect, row)
    await tx.insert(vconnectDestinations).values(row)
    await recordDestination(tx, caller, row, 'created', { after: factsOf(row) }, at)
    return row
  })
}

/** Updates the given fields; omitted ones stay. @throws problem not-found, name-taken, url-not-allowed, host-not-allowed,
 * vconnect-loop, vconnect-stream-key */
export async function updateDestination(
  vconnect: Vconnect,
  caller: Caller,
  id: string,
  { passphrase, streamId, address, ...change }: z.output<typeof updateVconnectDestinationBody>,
): Promise<DestinationRow> {
  const { db, clock, config, secrets } = vconnect
  const { environmentId } = caller.scope
  const { kind } = await getDestination(db, environmentId, id)
  if (address !== undefined && address !== null) {
    assertKind(kind, address)
    await assertTarget(vconnect, address)
  }
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockDestination(tx, environmentId, id)
    const row: DestinationRow = {
      ...applyPatch<DestinationRow>(before, change),
      // A listener has no address, and others need one.
      address:
        before.address !== null && address ? storeOptional(secrets, address, before.address) : before.address,
      ...storeSecrets(secrets, { passphrase, streamId }, before),
      updatedAt: at,
    }
    assertFec(row)
    if (!isRightMatrix(row))
      throw problem('request-invalid', {
        errors: [{ path: 'body.fecRows', message: messages.vconnectFecLines }],
      })
    if (streamId === undefined) assertKeyStays(before, row)
    row.livestreamId = await streamOf(vconnect, row)
    await assertNameIsFree(tx, row)
    await tx.update(vconnectDestinations).set(row).where(rowOf(vconnectDestinations, row))
    if (hasMoved(before, row)) await assertNoLoop(tx, config, await inputsTo(tx, row))
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes !== null) await recordDestination(tx, caller, row, 'updated', changes, at)
    await notifyNodes(tx)
    return row
  })
}

/** @throws problem not-found */
export async function deleteDestination(
  { db, clock }: Pick<Vconnect, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockDestination(tx, caller.scope.environmentId, id)
    await tx.delete(vconnectDestinations).where(rowOf(vconnectDestinations, row))
    await releasePort(tx, id)
    await recordDestination(tx, caller, row, 'deleted', { before: factsOf(row) }, clock.now())
    await notifyNodes(tx)
  })
}

/** The inputs that are connected to a destination. */
async function inputsTo(tx: Transaction, { id, environmentId }: DestinationRow): Promise<string[]> {
  const rows = await tx
    .select({ inputId: vconnectConnects.inputId })
    .from(vconnectConnects)
    .where(and(eq(vconnectConnects.destinationId, id), eq(vconnectConnects.environmentId, environmentId)))
  return rows.map(({ inputId }) => inputId)
}

/** Locks a destination, so that connects to it are made one at a time. @throws problem not-found */
export async function lockDestination(
  tx: Transaction,
  environmentId: string,
  id: string,
): Promise<DestinationRow> {
  const [row] = await tx
    .select()
    .from(vconnectDestinations)
    .where(rowOf(vconnectDestinations, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Views of destinations of one environment. @param origin public scheme and host of this server */
export async function destinationViews(
  db: Queryable,
  environmentId: string,
  rows: readonly DestinationRow[],
  origin: string,
): Promise<VconnectDestination[]> {
  const streams = await linkedStreams(db, environmentId, rows)
  return rows.map((row) => {
    const { passphrase, streamId, address, port, livestreamId, createdAt, updatedAt, ...shown } = row
    return {
      ...shown,
      address: endAddress(row, origin),
      localPort: localPortOf(row),
      livestream: streams(row),
      hasPassphrase: passphrase !== null,
      hasStreamId: streamId !== null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  })
}

/** Lets one destination of an environment change at a time, so that names and their number stay correct.
 * @throws problem name-taken */
async function assertNameIsFree(
  tx: Transaction,
  { id, environmentId, name }: Pick<DestinationRow, 'id' | 'environmentId' | 'name'>,
): Promise<void> {
  await takeLock(tx, `vconnect destinations ${environmentId}`)
  const hasName = eq(sql`lower(${vconnectDestinations.name})`, sql`lower(${name})`)
  const ofEnvironment = eq(vconnectDestinations.environmentId, environmentId)
  const others = and(ofEnvironment, ne(vconnectDestinations.id, id), hasName)
  if ((await tx.$count(vconnectDestinations, others)) > 0) throw problem('name-taken')
}

/** Fields that people set, without secrets. */
function factsOf(row: DestinationRow) {
  const { name, kind, mode, livestreamId, latencyMs, fec, fecColumns, fecRows, maxCallers } = row
  const address = row.address === null ? null : shownAddress(row.address)
  return {
    name,
    kind,
    mode,
    address,
    livestreamId: kind === 'livestream' ? livestreamId : null,
    latencyMs,
    fec,
    fecColumns,
    fecRows,
    maxCallers,
  }
}
