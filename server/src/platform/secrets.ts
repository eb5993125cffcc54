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
  encrypt(plain: string): string
  /** @throws if the text was encrypted with another key, or was changed */
  decrypt(text: string): string
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** @throws StartupFailure if the key differs from the one of this installation's secrets */
export async function openSecrets(config: Config, db: Database): Promise<Secrets> {
  const key = config.SECRETS_KEY
    ? Buffer.from(config.SECRETS_KEY, 'base64')
    : await readKeyFile(config.DATA_DIR)
  await assertSameKey(db, key)
  return secretsWithKey(key)
}

/** @param key 32 bytes */
export function secretsWithKey(key: Buffer): Secrets {
  return {
    encrypt(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(text) {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const body = bytes.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** The key in the data directory, created on first use. */
async function readKeyFile(dataDir: string): Promise<Buffer> {
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
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES)
    throw new StartupFailure(`${file} does not contain a key of ${KEY_BYTES} bytes.`)
  return key
}

/** The database stores a fingerprint of the key, since another key could not decrypt anything. */
async function assertSameKey(db: Database, key: Buffer): Promise<void> {
  const name = 'secrets-key-fingerprint'
  const value = createHmac('sha256', key).update(name).digest('base64url')
  await db.insert(installation).values({ name, value }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  if (row?.value === value) return
  throw new StartupFailure(
    'The key for stored secrets is not the one they were encrypted with: set SECRETS_KEY to that key, or restore secrets.key in DATA_DIR.',
  )
}
