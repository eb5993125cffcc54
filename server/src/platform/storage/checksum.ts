import { createCipheriv } from 'node:crypto'

export interface Checksum {
  add(bytes: Uint8Array): void
  /** 32 hexadecimal digits; nothing can be added afterwards. */
  end(): string
}

const key = Buffer.alloc(16)
const nonce = Buffer.alloc(12)

/**
 * A checksum of bytes that come in pieces: GMAC (NIST SP 800-38D) under a key that is no secret. Processors have
 * instructions for it, so it takes a tenth of what zlib's CRC-32 takes of the one thread that serves everybody.
 */
export function checksum(): Checksum {
  const mac = createCipheriv('aes-128-gcm', key, nonce)
  return {
    add: (bytes) => void mac.setAAD(bytes),
    end() {
      mac.final()
      return mac.getAuthTag().toString('hex')
    },
  }
}
