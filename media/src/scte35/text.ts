import { SECTION_BYTES } from './codec.ts'
import { Scte35Fault } from './fault.ts'

const HEX = /^(?:0x)?((?:[0-9a-f]{2})+)$/i
const BASE64 = /^(?!0x)[A-Za-z0-9+/_-]+={0,2}$/i

/** Decodes a message in base64, base64url or hex. Spaces are ignored. @throws Scte35Fault */
export function scte35Bytes(text: string): Uint8Array {
  const compact = text.replace(/\s+/g, '')
  if (compact.length > 2 * SECTION_BYTES + 2) throw new Scte35Fault('too-long')
  // A table ID in hex is `fc`, in base64 `/D`, so a message is never both.
  const hex = HEX.exec(compact)?.[1]
  if (hex !== undefined)
    return Uint8Array.from({ length: hex.length / 2 }, (_, n) =>
      Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16),
    )
  if (!BASE64.test(compact)) throw new Scte35Fault('text')
  try {
    return Uint8Array.from(atob(compact.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
  } catch {
    throw new Scte35Fault('text')
  }
}
