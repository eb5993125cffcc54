/** Content of a box (ISO 14496-12). */
export type BoxPart = Uint8Array | readonly BoxPart[]

/** Writes a box. */
export function box(type: string, ...content: readonly BoxPart[]): Uint8Array {
  const body = flat(content)
  const size = body.reduce((sum, { length }) => sum + length, 8)
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, size)
  for (let n = 0; n < 4; n++) bytes[4 + n] = type.charCodeAt(n)
  let at = 8
  for (const part of body) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Writes a box with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: readonly BoxPart[]) {
  return box(type, u32((version << 24) | flags), ...content)
}

export const u8 = (...values: readonly number[]) => Uint8Array.from(values)

export function u16(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2)
  const data = new DataView(bytes.buffer)
  for (const [n, value] of values.entries()) data.setUint16(n * 2, value)
  return bytes
}

export function u32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const data = new DataView(bytes.buffer)
  for (const [n, value] of values.entries()) data.setUint32(n * 4, value >>> 0)
  return bytes
}

export const zeros = (count: number) => new Uint8Array(count)

export const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

function flat(parts: readonly BoxPart[]): Uint8Array[] {
  return parts.flatMap((part) => (part instanceof Uint8Array ? [part] : flat(part)))
}
