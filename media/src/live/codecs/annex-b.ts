/** Splits a byte stream with start codes (ITU-T H.264 annex B) into NAL units. None if there are more than `max`. */
export function splitNalUnits(bytes: Uint8Array, max: number): Uint8Array[] {
  const units: Uint8Array[] = []
  let from = startCodeFrom(bytes, 0)
  while (from < bytes.length) {
    const start = from + 3
    from = startCodeFrom(bytes, start)
    const unit = withoutTrailingZeros(bytes.subarray(start, from))
    if (unit.length > 0) units.push(unit)
    if (units.length > max) return []
  }
  return units
}

/** Position of the next 3-byte start code, or the end. */
function startCodeFrom(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1))
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2
  return bytes.length
}

/** Removes trailing zeros, which belong to the next start code or are padding. */
function withoutTrailingZeros(unit: Uint8Array): Uint8Array {
  let end = unit.length
  while (end > 0 && unit[end - 1] === 0) end -= 1
  return unit.subarray(0, end)
}

/** Writes NAL units with 4-byte lengths. */
export function withLengths(units: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(units.reduce((sum, { length }) => sum + 4 + length, 0))
  const data = new DataView(bytes.buffer)
  let at = 0
  for (const unit of units) {
    data.setUint32(at, unit.length)
    bytes.set(unit, at + 4)
    at += 4 + unit.length
  }
  return bytes
}
