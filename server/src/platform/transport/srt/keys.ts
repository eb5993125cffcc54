import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** The stream encryption keys of a connection. */
export interface SrtKeys {
  /** Loads the keys of a key message, in the handshake or later. False if the passphrase is wrong. */
  load(message: Buffer): Promise<boolean>
  /** Null without the key. */
  decrypt(keyFlag: number, sequence: number, payload: Buffer): Buffer | null
  /** Encrypts with the key that was loaded first, or the last one that was chosen. */
  encrypt(sequence: number, payload: Buffer): { readonly keyFlag: number; readonly payload: Buffer }
  /** Encrypts with this key from now on, if it is loaded. */
  choose(keyFlag: number): void
  /** Makes the other key, and the message with which the peer loads it. */
  renew(): Promise<{ readonly message: Buffer; readonly keyFlag: number }>
}

interface StreamKey {
  readonly key: Buffer
  readonly salt: Buffer
}

/** The fields of a key message (draft-sharabayko-srt-01, 3.2.2). */
const SIGNATURE = Buffer.from([0x12, 0x20, 0x29])
const AES_CTR = 2
const SALT_AT = 16
const SALT_BYTES = 16
const WRAPPED_AT = SALT_AT + SALT_BYTES
const KEY_BYTES = [16, 24, 32] as const
/** Integrity check value of the key wrap (RFC 3394 2.2.3). */
const WRAP_VALUE = Buffer.alloc(8, 0xa6)

/** Derivation of the key encryption key (6.1.4), which uses only the end of the salt. */
const ITERATIONS = 2048
const SALT_USED_BYTES = 8

const EVEN = 1
const ODD = 2

const derive = promisify(pbkdf2)

export function createSrtKeys(passphrase: string): SrtKeys {
  const keys = new Map<number, StreamKey>()
  let chosen = 0
  const own: SrtKeys = {
    async load(message) {
      const fields = readFields(message)
      if (fields === null) return false
      const { keyBytes, flags, salt } = fields
      const kek = await derive(passphrase, salt.subarray(-SALT_USED_BYTES), ITERATIONS, keyBytes, 'sha1')
      const unwrapped = unwrap(kek, message.subarray(WRAPPED_AT))
      const expectedBytes = flags === (EVEN | ODD) ? 2 * keyBytes : keyBytes
      if (unwrapped?.length !== expectedBytes) return false
      // With both keys, the even one comes first.
      if (flags & EVEN) keys.set(EVEN, { key: unwrapped.subarray(0, keyBytes), salt })
      if (flags & ODD) keys.set(ODD, { key: unwrapped.subarray(-keyBytes), salt })
      if (chosen === 0) chosen = flags & EVEN ? EVEN : ODD
      return true
    },
    decrypt(keyFlag, sequence, payload) {
      const found = keys.get(keyFlag)
      if (found === undefined) return null
      const cipher = createDecipheriv(
        `aes-${found.key.length * 8}-ctr`,
        found.key,
        counter(found.salt, sequence),
      )
      return cipher.update(payload)
    },
    encrypt(sequence, payload) {
      const found = keys.get(chosen)
      if (found === undefined) return { keyFlag: 0, payload }
      const name = `aes-${found.key.length * 8}-ctr`
      const cipher = createCipheriv(name, found.key, counter(found.salt, sequence))
      return { keyFlag: chosen, payload: cipher.update(payload) }
    },
    choose(keyFlag) {
      if (keys.has(keyFlag)) chosen = keyFlag
    },
    async renew() {
      const keyFlag = chosen === EVEN ? ODD : EVEN
      const message = await makeKeyMessage(passphrase, keys.get(chosen)?.key.length ?? KEY_BYTES[0], keyFlag)
      await own.load(message)
      return { message, keyFlag }
    },
  }
  return own
}

/** Generates an encryption key, and wraps it with the passphrase (3.2.2, 6.1). */
export async function makeKeyMessage(
  passphrase: string,
  wantedBytes: number,
  keyFlag: number = EVEN,
): Promise<Buffer> {
  const keyBytes = KEY_BYTES.find((bytes) => bytes === wantedBytes) ?? 16
  const salt = randomBytes(SALT_BYTES)
  const kek = await derive(passphrase, salt.subarray(-SALT_USED_BYTES), ITERATIONS, keyBytes, 'sha1')
  const cipher = createCipheriv(`id-aes${keyBytes * 8}-wrap`, kek, WRAP_VALUE)
  const wrapped = Buffer.concat([cipher.update(randomBytes(keyBytes)), cipher.final()])
  const fields = [keyFlag, 0, 0, 0, 0, AES_CTR, 0, 2, 0, 0, 0, salt.length / 4, keyBytes / 4]
  return Buffer.concat([SIGNATURE, Buffer.from(fields), salt, wrapped])
}

function readFields(message: Buffer) {
  if (message.length < WRAPPED_AT || !message.subarray(0, 3).equals(SIGNATURE)) return null
  const flags = (message[3] ?? 0) & 3
  const keyBytes = (message[15] ?? 0) * 4
  const isKnown =
    message[8] === AES_CTR &&
    flags !== 0 &&
    KEY_BYTES.some((bytes) => bytes === keyBytes) &&
    message[14] === SALT_BYTES / 4
  // Copied, because it stays and the datagram does not.
  return isKnown ? { flags, keyBytes, salt: Buffer.from(message.subarray(SALT_AT, WRAPPED_AT)) } : null
}

/** Unwraps the keys. Null if the key encryption key or the size is wrong. */
function unwrap(kek: Buffer, wrapped: Buffer): Buffer | null {
  try {
    const cipher = createDecipheriv(`id-aes${kek.length * 8}-wrap`, kek, WRAP_VALUE)
    return Buffer.concat([cipher.update(wrapped), cipher.final()])
  } catch {
    return null
  }
}

/** Initial counter of a packet (6.2.2): the salt without its last two bytes, combined with the sequence number in the
 * bytes before the block counter. */
function counter(salt: Buffer, sequence: number): Buffer {
  const bytes = Buffer.alloc(16)
  salt.copy(bytes, 0, 0, 14)
  bytes.writeUInt32BE((bytes.readUInt32BE(10) ^ sequence) >>> 0, 10)
  return bytes
}
