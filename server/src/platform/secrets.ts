import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { publicId } from './database/ids.ts'
import { installation } from './database/tables.ts'
import { StartupFailure } from './startup-failure.ts'

/** Encrypts secrets that must be used again: AES-256-GCM with a key that is not in the database. */
export interface Secrets {
  /** Encrypts with the first key. */
  encrypt(plain: string): string
  /** @throws if the text was encrypted with a key that is not known, or was changed */
  decrypt(text: string): string
  /** Whether the text was encrypted with the first key. */
  isCurrent(text: string): boolean
  /** Begins all that is encrypted with the first key. */
  readonly prefix: string
}

/** The secrets of this installation. */
export interface InstallationSecrets extends Secrets {
  /** Identifies the first key. */
  readonly fingerprint: string
  /** The key that everything was encrypted with at the start. */
  readonly storedFingerprint: string
  /** Whether stored secrets can be encrypted with older keys. */
  readonly isRotating: boolean
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Names the key of an encrypted text. Its bytes are whole letters in base64. */
const ID_BYTES = 6
export const FINGERPRINT = 'secrets-key-fingerprint'

/** The keys come from SECRETS_KEY, or from a file in the data directory. The first one encrypts, and all decrypt.
 * @throws StartupFailure if the key of this installation's secrets is missing */
export async function openSecrets(config: Config, db: Database): Promise<InstallationSecrets> {
  const texts = config.SECRETS_KEY ?? (await readKeyFile(config.DATA_DIR))
  const keys = texts.map((text) => Buffer.from(text, 'base64'))
  const fingerprint = fingerprintOf(keys[0])
  const stored = await storedFingerprint(db, fingerprint)
  if (!keys.some((key) => fingerprintOf(key) === stored))
    throw new StartupFailure(
      'The key for stored secrets is not the one they were encrypted with: set SECRETS_KEY to that key, or restore secrets.key in DATA_DIR.',
    )
  return {
    ...secretsWithKey(...keys),
    fingerprint,
    storedFingerprint: stored,
    isRotating: stored !== fingerprint,
  }
}

/** @param keys 32 bytes each. The first one encrypts */
export function secretsWithKey(...keys: readonly Buffer[]): Secrets {
  const ring = keys.map((key) => ({ key, id: idOf(key) }))
  const [first] = ring
  if (first === undefined) throw new Error('there is no key for stored secrets')
  const prefix = first.id.toString('base64')
  return {
    prefix,
    isCurrent: (text) => text.startsWith(prefix),
    encrypt: (plain) => Buffer.concat([first.id, sealed(first.key, plain)]).toString('base64'),
    decrypt(text) {
      const bytes = Buffer.from(text, 'base64')
      const named = ring.find(({ id }) => bytes.subarray(0, ID_BYTES).equals(id))
      // Texts of earlier versions do not name their key, and can begin like one that does.
      const tries: readonly [Buffer, Buffer][] = [
        ...(named ? [[named.key, bytes.subarray(ID_BYTES)] as [Buffer, Buffer]] : []),
        ...ring.map(({ key }): [Buffer, Buffer] => [key, bytes]),
      ]
      for (const [key, body] of tries) {
        const plain = opened(key, body)
        if (plain !== null) return plain
      }
      throw new Error('a stored secret cannot be decrypted with the keys of this process')
    },
  }
}

function sealed(key: Buffer, plain: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Null if it was encrypted with another key, or was changed. */
function opened(key: Buffer, bytes: Buffer): string | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const body = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function idOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('secrets-key-id').digest().subarray(0, ID_BYTES)
}

function fingerprintOf(key: Buffer | undefined): string {
  return createHmac('sha256', key ?? '')
    .update(FINGERPRINT)
    .digest('base64url')
}

/** The keys in the data directory, one a line. The first one is created on first use. */
async function readKeyFile(dataDir: string): Promise<readonly string[]> {
  const file = join(dataDir, 'secrets.key')
  const draft = `${file}.${publicId()}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  const keys = (await readFile(file, 'utf8')).split(/\s+/).filter((line) => line !== '')
  if (keys.length === 0 || keys.some((key) => Buffer.from(key, 'base64').length !== KEY_BYTES))
    throw new StartupFailure(`${file} must contain keys of ${KEY_BYTES} bytes in base64, one a line.`)
  return keys
}

/** The database stores a fingerprint of the key that everything is encrypted with, since another key could not decrypt it.
 * @param first that of a new installation */
async function storedFingerprint(db: Database, first: string): Promise<string> {
  await db.insert(installation).values({ name: FINGERPRINT, value: first }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.name, FINGERPRINT))
  return row?.value ?? first
}
