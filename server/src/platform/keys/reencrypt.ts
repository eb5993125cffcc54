import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { installation } from '../database/tables.ts'
import { renewAddress, renewParts } from '../net/stored-address.ts'
import type { Platform } from '../platform.ts'
import { FINGERPRINT, type InstallationSecrets } from '../secrets.ts'
import type { SealedColumn, SealedRows } from './sealed-columns.ts'

type Context = Pick<Platform, 'db' | 'secrets' | 'log'>

/** The installation's own secrets. */
const own: SealedColumn = { table: 'installation', name: 'value', type: 'text', id: 'name', kind: 'secret' }
/** Names of rows of `installation` that are encrypted. */
const ownNames = ['playback-key']
/** Version of the rules that stored addresses follow. */
const FORMAT = 'sealed-format'
const VERSION = '2'
const BATCH = 200

const RETRY_MS = 30_000

/** Encrypts all stored secrets with the first key, and those of addresses that were stored before there were rules for them, if
 * that is not done yet. It is no job of the queue, because other processes can still have the older key only. Some rows are
 * changed at a time, so that the next start continues what a killed process began.
 * @returns stops it */
export function startReencryption(
  platform: Context,
  columns: readonly (SealedColumn | SealedRows)[],
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      try {
        return await reencryptAll(platform, columns, signal)
      } catch (err) {
        if (signal.aborted) return
        platform.log.error({ err }, 'stored secrets cannot be encrypted with the current key')
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const ended = work()
  return async () => {
    stopping.abort()
    await ended
  }
}

async function reencryptAll(
  { db, secrets, log }: Context,
  columns: readonly (SealedColumn | SealedRows)[],
  signal: AbortSignal,
): Promise<void> {
  const [format] = await db.select().from(installation).where(eq(installation.name, FORMAT))
  if (!secrets.isRotating && format?.value === VERSION) return
  let count = 0
  for (const column of [own, ...columns])
    count += await ('renew' in column
      ? column.renew({ db, secrets }, signal)
      : reencryptColumn({ db, secrets }, column, signal))
  await db.transaction(async (tx) => {
    await tx
      .insert(installation)
      .values({ name: FORMAT, value: VERSION })
      .onConflictDoUpdate({ target: installation.name, set: { value: VERSION } })
    // Another process can have a newer key.
    const isKnown = and(eq(installation.name, FINGERPRINT), eq(installation.value, secrets.storedFingerprint))
    await tx.update(installation).set({ value: secrets.fingerprint }).where(isKnown)
  })
  if (secrets.isRotating) log.warn({ count }, 'all stored secrets are encrypted with the current key')
}

async function reencryptColumn(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  column: SealedColumn,
  signal: AbortSignal,
): Promise<number> {
  const table = sql.identifier(column.table)
  const id = sql`${sql.identifier(column.id)}`
  const name = sql`${sql.identifier(column.name)}`
  const idType = sql.raw(column.table === own.table ? 'text' : 'uuid')
  let last: string | null = null
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const isNext: SQL = last === null ? sql`true` : sql`${id} > ${last}::${idType}`
    const { rows } = await db.execute<{ id: string; value: string }>(sql`
      SELECT ${id}::text AS id, ${name}::text AS value FROM ${table}
      WHERE ${isNext} AND ${isOld(column, name, id, secrets)} ORDER BY ${id} LIMIT ${BATCH}`)
    const changes = rows.flatMap(({ id: rowId, value }) => {
      const next = renewed(column, value, secrets)
      return next === value ? [] : [{ id: rowId, value, next }]
    })
    // Another process can have changed a row, with the current key.
    await db.execute(sql`
      UPDATE ${table} SET ${name} = change.next::${sql.raw(column.type)}
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change (id text, value text, next text)
      WHERE ${table}.${id} = change.id::${idType} AND ${table}.${name}::text = change.value`)
    count += changes.length
    if (rows.length < BATCH) return count
    last = rows.at(-1)?.id ?? null
  }
}

/** Rows that can need it. */
function isOld(column: SealedColumn, name: SQL, id: SQL, { prefix }: InstallationSecrets): SQL {
  if (column.table === own.table) return sql`${id} IN ${ownNames} AND ${name} NOT LIKE ${`${prefix}%`}`
  if (column.kind === 'secret') return sql`${name} <> '' AND ${name} NOT LIKE ${`${prefix}%`}`
  return sql`${name} IS NOT NULL`
}

function renewed({ kind, type }: SealedColumn, value: string, secrets: InstallationSecrets): string {
  if (kind === 'secret') return secrets.encrypt(secrets.decrypt(value))
  return type === 'text' ? renewAddress(secrets, value) : renewParts(secrets, value)
}
