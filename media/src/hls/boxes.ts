/** A box of ISO 14496-12 with the position of its payload. */
export interface Box {
  type: string
  start: number
  end: number
}

export function findPath(data: DataView, parent: Box, path: string[]): Box | null {
  return path.reduce<Box | null>((box, type) => box && find(data, box, type), parent)
}

export function find(data: DataView, parent: Box, type: string): Box | null {
  return boxes(data, parent).find((box) => box.type === type) ?? null
}

export function all(data: DataView, parent: Box, type: string): Box[] {
  return boxes(data, parent).filter((box) => box.type === type)
}

export function boxes(data: DataView, parent: Box): Box[] {
  const found: Box[] = []
  let at = parent.start
  while (at + 8 <= parent.end) {
    const short = data.getUint32(at)
    const header = short === 1 ? 16 : 8
    if (at + header > parent.end) break
    const size = short === 1 ? Number(data.getBigUint64(at + 8)) : short === 0 ? parent.end - at : short
    if (size < header || at + size > parent.end) break
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => data.getUint8(at + offset)))
    found.push({ type, start: at + header, end: at + size })
    at += size
  }
  return found
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
export const whole = (data: DataView): Box => ({ type: 'file', start: 0, end: data.byteLength })

// Offsets are relative to the payload. Fields after its end are 0, so short boxes cannot throw.
export const u8 = (data: DataView, box: Box, at: number) =>
  box.start + at + 1 <= box.end ? data.getUint8(box.start + at) : 0
export const u32 = (data: DataView, box: Box, at: number) =>
  box.start + at + 4 <= box.end ? data.getUint32(box.start + at) : 0
export const u64 = (data: DataView, box: Box, at: number) =>
  box.start + at + 8 <= box.end ? Number(data.getBigUint64(box.start + at)) : 0
