import { randomBytes } from 'node:crypto'

/** A UUIDv7 (RFC 9562): sorts by the time it was made. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A public id of 22 letters and digits (130 bits) that tells nothing and cannot be guessed. */
export function publicId(): string {
  let id = ''
  while (id.length < 22) {
    for (const byte of randomBytes(32)) {
      // Bytes past the last whole multiple of 62 would favour the first letters.
      if (byte < 248 && id.length < 22) id += alphabet.charAt(byte % 62)
    }
  }
  return id
}
