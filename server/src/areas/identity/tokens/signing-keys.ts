import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { products, SigningKey } from '@kinora/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Actor, Person, Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { signingKeys } from '../tables.ts'

/** The ID of a deleted signing key. */
export const signingKeyChannel: Channel = 'kinora_keys'

type KeyRow = typeof signingKeys.$inferSelect
type Product = (typeof products)[number]

const makePair = promisify(generateKeyPair)
/** 128 bits of security (NIST SP 800-57, table 2). Older keys have 2048 and stay valid. */
const MODULUS_BITS = 3072

export async function listSigningKeys({ db }: Identity, environmentId: string, page: PageQuery) {
  const where = eq(signingKeys.environmentId, environmentId)
  return loadPage(page, {
    select: db
      .select()
      .from(signingKeys)
      .where(where)
      .orderBy(desc(signingKeys.createdAt), desc(signingKeys.id)),
    total: db.$count(signingKeys, where),
    view: (rows) => rows.map(keyView),
  })
}

/** Creates a key pair. The private key is only in the response, as PEM (PKCS #8) in base64. */
export async function createSigningKey(
  { db, clock }: Identity,
  actor: Person,
  scope: Scope,
  product: Product,
): Promise<SigningKey & { privateKey: string }> {
  const { publicKey, privateKey } = await makePair('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(signingKeys)
      .values({
        id: uuidv7(),
        environmentId: scope.environmentId,
        product,
        publicKey,
        createdBy: actor.userId,
        createdByName: actor.name,
        createdAt: clock.now(),
      })
      .returning()
    if (!row) throw new Error('a signing key was not inserted')
    await recordKey(tx, { actor, scope }, row, 'created', { after: { product } }, clock.now())
    return { ...keyView(row), privateKey: Buffer.from(privateKey).toString('base64') }
  })
}

/** Deletes a key. Delivery stops accepting it at once. @throws problem not-found */
export async function deleteSigningKey(
  { db, clock }: Identity,
  actor: Actor,
  scope: Scope,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const where = and(eq(signingKeys.id, id), eq(signingKeys.environmentId, scope.environmentId))
    const [row] = await tx.delete(signingKeys).where(where).returning()
    if (!row) throw problem('not-found')
    const before = { product: row.product }
    await recordKey(tx, { actor, scope }, row, 'deleted', { before }, clock.now())
    await tx.execute(sql`SELECT pg_notify(${signingKeyChannel}, ${id})`)
  })
}

const recordKey = changeRecorder(({ id, product }: KeyRow, verb: 'created' | 'deleted') => ({
  object: { type: 'signing_key', id, name: id },
  event: { type: `signing_key.${verb}`, data: { product } },
  action: `signing_key.${verb}`,
}))

function keyView(row: KeyRow): SigningKey {
  return {
    id: row.id,
    environmentId: row.environmentId,
    product: row.product,
    status: 'active',
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
  }
}

/** Public key for videos of the environment as PEM. Null if there is none. */
export async function verifyingKey(
  db: Queryable,
  environmentId: string,
  kid: string,
): Promise<string | null> {
  if (!z.uuid().safeParse(kid).success) return null
  const [row] = await db
    .select({ publicKey: signingKeys.publicKey })
    .from(signingKeys)
    .where(
      and(
        eq(signingKeys.id, kid),
        eq(signingKeys.environmentId, environmentId),
        eq(signingKeys.product, 'video'),
      ),
    )
  return row?.publicKey ?? null
}
