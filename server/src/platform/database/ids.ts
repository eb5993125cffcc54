import { createHash, randomBytes } from 'node:crypto'

/** A UUIDv7 (RFC 9562), which sorts by creation time. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  return uuidOf(bytes, 7)
}

/** The UUIDv8 (RFC 9562) that belongs to these IDs: always the same for the same ones. */
export function derivedId(...from: readonly string[]): string {
  return uuidOf(createHash('sha256').update(from.join('/')).digest().subarray(0, 16), 8)
}

function uuidOf(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random public ID of 22 letters and digits (130 bits). */
export function publicId(): string {
  let id = ''
  while (id.length < 22) {
    for (const byte of randomBytes(32)) {
      // Bytes above the last multiple of 62 would make the first letters more frequent.
      if (byte < 248 && id.length < 22) id += alphabet.charAt(byte % 62)
    }
  }
  return id
}
