/** A segmentation UPID: its type and bytes. */
export interface Upid {
  readonly type: number
  readonly bytes: Uint8Array
}

const TEXT_TYPES: readonly number[] = [0x01, 0x02, 0x03, 0x07, 0x09, 0x0e, 0x0f, 0x11]
const UMID = 0x04
const ISANS: readonly number[] = [0x05, 0x06]
const AIRING_ID = 0x08
const EIDR = 0x0a
const ATSC = 0x0b
const MPU = 0x0c
const MID = 0x0d
const UUID = 0x10
const CHECK_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Text form of an identifier. Null if its type has none. */
export function upidText({ type, bytes }: Upid): string | null {
  if (TEXT_TYPES.includes(type)) return printable(bytes)
  if (type === UMID) return bytes.length === 32 ? groups(hexOf(bytes), 8).join('.') : null
  if (ISANS.includes(type)) return isanText(hexOf(bytes).toUpperCase())
  if (type === AIRING_ID) return bytes.length === 8 ? `0x${hexOf(bytes)}` : null
  if (type === EIDR) return bytes.length === 12 ? eidrText(bytes) : null
  // TSID, two reserved bits, end of day and unique_for, then the content ID (ATSC A/57B).
  if (type === ATSC) return bytes.length > 4 ? printable(bytes.subarray(4)) : null
  if (type === MPU) return bytes.length >= 4 ? printable(bytes.subarray(0, 4)) : null
  if (type === UUID) return bytes.length === 16 ? uuidText(hexOf(bytes)) : null
  return null
}

/** Identifiers in a MID(). Null for other types. */
export function upidsIn({ type, bytes }: Upid): Upid[] | null {
  if (type !== MID) return null
  const upids: Upid[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at + 1] ?? Number.POSITIVE_INFINITY
    if (at + 2 + length > bytes.length) return null
    upids.push({ type: bytes[at] ?? 0, bytes: bytes.slice(at + 2, at + 2 + length) })
    at += 2 + length
  }
  return upids
}

function printable(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  return /^[^\p{C}\ufffd]+$/u.test(text) ? text : null
}

function isanText(hex: string): string | null {
  if (hex.length === 16 || hex.length === 24) return groups(hex, 4).join('-')
  return null
}

/** The DOI of a compact EIDR, with its check character (ISO 7064, Mod 37,36). */
function eidrText(bytes: Uint8Array): string {
  const prefix = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const suffix = hexOf(bytes.subarray(2)).toUpperCase()
  let product = 36
  for (const letter of suffix) {
    const sum = (product + Number.parseInt(letter, 16)) % 36 || 36
    product = (sum * 2) % 37
  }
  return `10.${prefix}/${groups(suffix, 4).join('-')}-${CHECK_LETTERS[(37 - product) % 36] ?? ''}`
}

function uuidText(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function groups(text: string, size: number): string[] {
  return text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
