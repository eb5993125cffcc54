import { type VconnectConnect, vconnectLimits } from '@kinora/contract'
import { and, asc, desc, eq } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { destinationViews, lockDestination } from '../destinations/destinations.ts'
import { type NamedConnect, notifyNodes, recordConnect } from '../ends/changes.ts'
import { assertNoLoop, mayLoop } from '../ends/loops.ts'
import { streamOf } from '../ends/streams.ts'
import {
  type ConnectRow,
  type DestinationRow,
  vconnectConnects,
  vconnectDestinations,
  vconnectInputs,
} from '../ends/tables.ts'
import { getInput, inputViews } from '../inputs/inputs.ts'
import { clearLinks } from '../monitors/clear-links.ts'
import { connectState, linksOf } from '../monitors/link-view.ts'
import type { Vconnect } from '../vconnect.ts'

type Context = Pick<Vconnect, 'db' | 'clock'>

/** Everything of an environment. @param origin public scheme and host of this server */
export async function loadBay(
  { db, clock, config }: Context & Pick<Vconnect, 'config'>,
  environmentId: string,
  origin: string,
) {
  const inputs = await db
    .select()
    .from(vconnectInputs)
    .where(eq(vconnectInputs.environmentId, environmentId))
    .orderBy(asc(sortName(vconnectInputs.name)), asc(vconnectInputs.id))
    .limit(vconnectLimits.inputs)
  const destinations = await db
    .select()
    .from(vconnectDestinations)
    .where(eq(vconnectDestinations.environmentId, environmentId))
    .orderBy(asc(sortName(vconnectDestinations.name)), asc(vconnectDestinations.id))
    .limit(vconnectLimits.destinations)
  const connects = await db
    .select()
    .from(vconnectConnects)
    .where(eq(vconnectConnects.environmentId, environmentId))
    .orderBy(asc(vconnectConnects.createdAt), asc(vconnectConnects.id))
    .limit(vconnectLimits.connects)
  return {
    inputs: await inputViews({ db, clock, config }, environmentId, inputs, origin),
    destinations: await destinationViews(db, environmentId, destinations, origin),
    connects: await connectViews({ db, clock }, environmentId, connects),
  }
}

/** A page of connects, newest first; those of one input, if it is given. @throws problem not-found */
export async function listConnects(
  { db, clock }: Context,
  environmentId: string,
  page: PageQuery,
  inputId?: string,
) {
  if (inputId !== undefined) await getInput(db, environmentId, inputId)
  const where = and(
    eq(vconnectConnects.environmentId, environmentId),
    inputId === undefined ? undefined : eq(vconnectConnects.inputId, inputId),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(vconnectConnects)
      .where(where)
      .orderBy(desc(vconnectConnects.createdAt), desc(vconnectConnects.id)),
    total: db.$count(vconnectConnects, where),
    view: (rows) => connectViews({ db, clock }, environmentId, rows),
  })
}

/** @throws problem not-found */
export async function getConnect(db: Queryable, environmentId: string, id: string): Promise<ConnectRow> {
  const [row] = await db.select().from(vconnectConnects).where(rowOf(vconnectConnects, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

interface NewConnect {
  readonly inputId: string
  readonly destinationId: string
  readonly enabled: boolean
}

/** @throws problem not-found, vconnect-connected, vconnect-destination-taken, vconnect-loop, limit-reached */
export async function createConnect(
  { db, clock, config, secrets }: Context & Pick<Vconnect, 'config' | 'secrets'>,
  caller: Caller,
  { inputId, destinationId, enabled }: NewConnect,
): Promise<ConnectRow> {
  const { environmentId } = caller.scope
  const at = clock.now()
  return db.transaction(async (tx) => {
    await takeLock(tx, `vconnect connects ${environmentId}`)
    const input = await getInput(tx, environmentId, inputId)
    const stored = await lockDestination(tx, environmentId, destinationId)
    // Its key can belong to a stream by now that it did not belong to before.
    const destination = { ...stored, livestreamId: await streamOf({ db: tx, clock, secrets }, stored) }
    if (destination.livestreamId !== stored.livestreamId)
      await tx
        .update(vconnectDestinations)
        .set({ livestreamId: destination.livestreamId })
        .where(rowOf(vconnectDestinations, stored))
    await assertFree(tx, destination, inputId)
    const count = await tx.$count(vconnectConnects, eq(vconnectConnects.environmentId, environmentId))
    if (count >= vconnectLimits.connects)
      throw problem('limit-reached', { detail: `At most ${vconnectLimits.connects} connects` })
    const id = uuidv7(at.getTime())
    const row: ConnectRow = {
      id,
      environmentId,
      inputId,
      destinationId,
      enabled,
      createdBy: caller.actor.name,
      createdAt: at,
    }
    await tx.insert(vconnectConnects).values(row)
    if (mayLoop(destination)) await assertNoLoop(tx, config, [inputId])
    const named = { ...row, inputName: input.name, destinationName: destination.name }
    await recordConnect(tx, caller, named, 'created', { after: { enabled } }, at)
    await notifyNodes(tx)
    return row
  })
}

/** Pauses or resumes a connect. Repeated calls change nothing. @throws problem not-found */
export async function updateConnect(
  { db, clock }: Context,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<ConnectRow> {
  return db.transaction(async (tx) => {
    const before = await lockConnect(tx, caller.scope.environmentId, id)
    if (before.enabled === enabled) return before
    const row = { ...before, enabled }
    await tx.update(vconnectConnects).set({ enabled }).where(rowOf(vconnectConnects, row))
    await clearLinks(tx, row)
    const changes = { before: { enabled: before.enabled }, after: { enabled } }
    await recordConnect(tx, caller, await named(tx, row), 'updated', changes, clock.now())
    await notifyNodes(tx)
    return row
  })
}

/** @throws problem not-found */
export async function deleteConnect({ db, clock }: Context, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockConnect(tx, caller.scope.environmentId, id)
    const before = await named(tx, row)
    await tx.delete(vconnectConnects).where(rowOf(vconnectConnects, row))
    await recordConnect(tx, caller, before, 'deleted', { before: { enabled: row.enabled } }, clock.now())
    await notifyNodes(tx)
  })
}

/** Views of connects of one environment, with their states. */
export async function connectViews(
  { db, clock }: Context,
  environmentId: string,
  rows: readonly ConnectRow[],
): Promise<VconnectConnect[]> {
  const links = await linksOf(
    db,
    environmentId,
    rows.map(({ id }) => id),
  )
  const now = clock.now()
  return rows.map((row) => ({
    ...row,
    ...connectState(links.get(row.id), row.enabled, now),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** A listener, a UDP port and a stream key carry one stream. @throws problem vconnect-connected, vconnect-destination-taken */
async function assertFree(
  tx: Transaction,
  { id, environmentId, kind, mode }: DestinationRow,
  inputId: string,
): Promise<void> {
  const known = await tx
    .select({ inputId: vconnectConnects.inputId })
    .from(vconnectConnects)
    .where(and(eq(vconnectConnects.destinationId, id), eq(vconnectConnects.environmentId, environmentId)))
  if (known.some((each) => each.inputId === inputId)) throw problem('vconnect-connected')
  if (known.length > 0 && (kind !== 'srt' || mode !== 'caller')) throw problem('vconnect-destination-taken')
}

/** @throws problem not-found */
async function lockConnect(tx: Transaction, environmentId: string, id: string): Promise<ConnectRow> {
  const [row] = await tx
    .select()
    .from(vconnectConnects)
    .where(rowOf(vconnectConnects, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

async function named(tx: Transaction, row: ConnectRow): Promise<NamedConnect> {
  const { environmentId } = row
  const input = await getInput(tx, environmentId, row.inputId)
  const destination = await lockDestination(tx, environmentId, row.destinationId)
  return { ...row, inputName: input.name, destinationName: destination.name }
}
