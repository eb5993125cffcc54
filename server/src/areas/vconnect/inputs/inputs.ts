import {
  type createVconnectInputBody,
  type FecMode,
  fecOffsets,
  isDatagram,
  type updateVconnectInputBody,
  type VconnectInput,
  vconnectLimits,
} from '@kinora/contract'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
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
import { recordChange } from '../../../platform/events/changes.ts'
import { type StoredAddress, shownAddress, storeOptional } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import {
  addRelayKey,
  enableRelayKey,
  ingestAddresses,
  loadIngestPorts,
  openRelayKey,
  removeRelayKey,
} from '../../live/index.ts'
import { notifyNodes, recordInput } from '../ends/changes.ts'
import { endAddress, localPortOf } from '../ends/end-address.ts'
import { assertKeyStays } from '../ends/key-stays.ts'
import { assertNoLoop, hasMoved } from '../ends/loops.ts'
import { assertFec, assertKind, assertReceivable, assertTarget } from '../ends/own-address.ts'
import { releasePort, takePort } from '../ends/ports.ts'
import { storeSecrets } from '../ends/secret-fields.ts'
import { assertStream, linkedStreams } from '../ends/streams.ts'
import { type InputRow, vconnectInputs } from '../ends/tables.ts'
import { clearLinks } from '../monitors/clear-links.ts'
import { inputState, linksOf } from '../monitors/link-view.ts'
import type { Vconnect } from '../vconnect.ts'
import { assertBackup, linkedBackups } from './backups.ts'

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
}

/** A page of inputs by name. @param origin public scheme and host of this server */
export function listInputs(
  { db, clock, config }: Pick<Vconnect, 'db' | 'clock' | 'config'>,
  environmentId: string,
  { phrase, ...page }: ListQuery,
  origin: string,
) {
  const where = and(
    eq(vconnectInputs.environmentId, environmentId),
    phrase === undefined ? undefined : containsText(vconnectInputs.name, phrase),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(vconnectInputs)
      .where(where)
      .orderBy(asc(sortName(vconnectInputs.name)), asc(vconnectInputs.id)),
    total: db.$count(vconnectInputs, where),
    view: (rows) => inputViews({ db, clock, config }, environmentId, rows, origin),
  })
}

/** @throws problem not-found */
export async function getInput(db: Queryable, environmentId: string, id: string): Promise<InputRow> {
  const [row] = await db.select().from(vconnectInputs).where(rowOf(vconnectInputs, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem not-found, name-taken, limit-reached, url-not-allowed, host-not-allowed, vconnect-loop, vconnect-ports,
 * vconnect-address-taken */
export async function createInput(
  vconnect: Vconnect,
  caller: Caller,
  { passphrase, streamId, address, ...given }: z.output<typeof createVconnectInputBody>,
): Promise<InputRow> {
  const { db, clock, config, secrets, usage } = vconnect
  const { environmentId } = caller.scope
  await usage.assertMayStart(db, environmentId)
  await assertAddress(vconnect, given.kind, address)
  await assertStream(db, caller, given, 'input')
  const at = clock.now()
  const id = uuidv7(at.getTime())
  return db.transaction(async (tx) => {
    await assertNameIsFree(tx, { id, environmentId, name: given.name })
    const count = await tx.$count(vconnectInputs, eq(vconnectInputs.environmentId, environmentId))
    if (count >= vconnectLimits.inputs)
      throw problem('limit-reached', { detail: `At most ${vconnectLimits.inputs} inputs` })
    const row: InputRow = {
      ...given,
      mode: given.kind === 'srt' ? given.mode : 'listener',
      id,
      environmentId,
      address: storeOptional(secrets, address),
      port: given.kind === 'srt' && given.mode !== 'caller' ? await takePort(tx, config, id) : null,
      ...storeSecrets(secrets, { passphrase, streamId }),
      chosenSource: null,
      chosenAt: null,
      createdBy: caller.actor.name,
      createdAt: at,
      updatedAt: at,
    }
    await assertAddressIsFree(tx, row)
    await assertBackup(tx, row)
    await tx.insert(vconnectInputs).values(row)
    if (row.kind === 'rtmp') await addRelayKey(tx, secrets, row, row.enabled, at)
    await recordInput(tx, caller, row, 'created', { after: factsOf(row) }, at)
    await notifyNodes(tx)
    return row
  })
}

/** Updates the given fields; omitted ones stay. @throws problem not-found, name-taken, url-not-allowed, host-not-allowed,
 * vconnect-loop, vconnect-address-taken */
export async function updateInput(
  vconnect: Vconnect,
  caller: Caller,
  id: string,
  { passphrase, streamId, address, ...change }: z.output<typeof updateVconnectInputBody>,
): Promise<InputRow> {
  const { db, clock, config, secrets } = vconnect
  const { environmentId } = caller.scope
  const known = await getInput(db, environmentId, id)
  if (address !== undefined && address !== null) {
    assertKind(known.kind, address)
    await assertAddress(vconnect, known.kind, address)
  }
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockInput(tx, environmentId, id)
    const row: InputRow = {
      ...applyPatch<InputRow>(before, change),
      // A listener has no address, and others need one.
      address:
        before.address !== null && address ? storeOptional(secrets, address, before.address) : before.address,
      ...storeSecrets(secrets, { passphrase, streamId }, before),
      updatedAt: at,
    }
    assertFec(row)
    if (streamId === undefined) assertKeyStays(before, row)
    await assertNameIsFree(tx, row)
    const hasNewBackup = row.backupInputId !== before.backupInputId
    if (hasNewBackup) await assertBackup(tx, row)
    await assertAddressIsFree(tx, row)
    await tx.update(vconnectInputs).set(row).where(rowOf(vconnectInputs, row))
    if (row.enabled !== before.enabled) {
      await clearLinks(tx, row)
      await enableRelayKey(tx, row, row.enabled)
    }
    if (hasNewBackup || hasMoved(before, row)) await assertNoLoop(tx, config, [id])
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes !== null) await recordInput(tx, caller, row, 'updated', changes, at)
    await notifyNodes(tx)
    return row
  })
}

/** @throws problem not-found */
export async function deleteInput(
  { db, clock }: Pick<Vconnect, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockInput(tx, caller.scope.environmentId, id)
    await tx.delete(vconnectInputs).where(rowOf(vconnectInputs, row))
    await releasePort(tx, id)
    await removeRelayKey(tx, row)
    await recordInput(tx, caller, row, 'deleted', { before: factsOf(row) }, clock.now())
    await notifyNodes(tx)
  })
}

/** Returns the stream key of an input by RTMP and records the caller in the audit trail. API tokens need the right to write,
 * because with the key they could publish. @throws problem not-found, forbidden */
export async function viewInputKey(
  { db, clock, secrets }: Pick<Vconnect, 'db' | 'clock' | 'secrets'>,
  caller: Caller,
  id: string,
): Promise<{ streamKey: string }> {
  return db.transaction(async (tx) => {
    const row = await lockInput(tx, caller.scope.environmentId, id)
    if (caller.actor.kind === 'token' && !caller.actor.permission.includes('write'))
      throw problem('forbidden')
    const streamKey = await openRelayKey(tx, secrets, row)
    const object = { type: 'vconnect_input', id, name: row.name } as const
    await recordChange(tx, caller, { object, audit: { action: 'vconnect_input.key.viewed' } }, clock.now())
    return { streamKey }
  })
}

/** Views of inputs of one environment, with their states. */
export async function inputViews(
  { db, clock, config }: Pick<Vconnect, 'db' | 'clock' | 'config'>,
  environmentId: string,
  rows: readonly InputRow[],
  origin: string,
): Promise<VconnectInput[]> {
  const links = await linksOf(
    db,
    environmentId,
    rows.map(({ id }) => id),
  )
  const streams = await linkedStreams(db, environmentId, rows)
  const backups = await linkedBackups(db, environmentId, rows)
  const hasRtmp = rows.some(({ kind }) => kind === 'rtmp')
  const ingest = hasRtmp ? ingestAddresses(await loadIngestPorts({ db, clock, config }), origin) : null
  const now = clock.now()
  return rows.map((row) => {
    const {
      passphrase,
      streamId,
      address,
      port,
      livestreamId,
      backupInputId,
      createdAt,
      updatedAt,
      ...rest
    } = row
    const { chosenSource, chosenAt, ...shown } = rest
    return {
      ...shown,
      address: row.kind === 'rtmp' ? (ingest?.rtmp ?? '') : endAddress(row, origin),
      localPort: localPortOf(row),
      livestream: streams(row),
      backup: backups(row),
      allowedNetworks: [...row.allowedNetworks],
      hasPassphrase: passphrase !== null,
      hasStreamId: streamId !== null,
      ...inputState(links.get(row.id), row.enabled, now),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  })
}

async function assertAddress(
  vconnect: Pick<Vconnect, 'db' | 'config'>,
  kind: InputRow['kind'],
  address: string | null,
): Promise<void> {
  if (address === null) return
  if (isDatagram(kind)) assertReceivable(vconnect, address)
  else await assertTarget(vconnect, address)
}

/** @throws problem not-found */
async function lockInput(tx: Transaction, environmentId: string, id: string): Promise<InputRow> {
  const [row] = await tx
    .select()
    .from(vconnectInputs)
    .where(rowOf(vconnectInputs, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Lets one input of an environment change at a time, so that names and their number stay correct.
 * @throws problem name-taken */
async function assertNameIsFree(
  tx: Transaction,
  { id, environmentId, name }: Pick<InputRow, 'id' | 'environmentId' | 'name'>,
): Promise<void> {
  await takeLock(tx, `vconnect inputs ${environmentId}`)
  const hasName = eq(sql`lower(${vconnectInputs.name})`, sql`lower(${name})`)
  const others = and(eq(vconnectInputs.environmentId, environmentId), ne(vconnectInputs.id, id), hasName)
  if ((await tx.$count(vconnectInputs, others)) > 0) throw problem('name-taken')
}

/** Two inputs cannot receive packets at one address, also of different environments.
 * @throws problem vconnect-address-taken */
async function assertAddressIsFree(tx: Transaction, row: InputRow): Promise<void> {
  if (!isDatagram(row.kind) || row.address === null) return
  await takeLock(tx, 'vconnect udp')
  const { id, kind, address, fec } = vconnectInputs
  const others = await tx
    .select({ address, fec })
    .from(vconnectInputs)
    .where(and(inArray(kind, ['udp', 'rtp']), ne(id, row.id)))
  const taken = new Set(others.flatMap(placesOf))
  if (placesOf(row).some((place) => taken.has(place))) throw problem('vconnect-address-taken')
}

/** The places at which an input receives packets: its address, and the ports of forward error correction. */
function placesOf({
  address,
  fec,
}: {
  readonly address: StoredAddress | null
  readonly fec: FecMode
}): string[] {
  if (address === null) return []
  const { hostname, port } = new URL(shownAddress(address))
  return [0, ...fecOffsets(fec)].map((offset) => `${hostname.toLowerCase()}:${Number(port) + offset}`)
}

/** Fields that people set, without secrets. */
function factsOf(row: InputRow) {
  const { name, kind, mode, livestreamId, latencyMs, fec, maxKbps, allowedNetworks, paths, enabled } = row
  const { backupInputId, holdMs, returns, returnAfterS } = row
  const address = row.address === null ? null : shownAddress(row.address)
  const own = { name, kind, mode, address, livestreamId, latencyMs, fec, maxKbps, allowedNetworks, paths }
  return { ...own, enabled, backupInputId, holdMs, returns, returnAfterS }
}
