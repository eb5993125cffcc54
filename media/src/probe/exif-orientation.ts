const ORIENTATION = 0x0112
const ENTRY_BYTES = 12

/** Reads the orientation of an image, 1 (upright) to 8, from the APP1 segment of a JPEG (Exif 2.32, 4.5.4 and
 * 4.6.4). Unreadable data counts as upright. */
export function exifOrientation(segment: Uint8Array): number {
  const tiff = segment.subarray(6)
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const order = view.byteLength < 10 ? '' : String.fromCharCode(...tiff.subarray(0, 2))
  if (String.fromCharCode(...segment.subarray(0, 4)) !== 'Exif' || !['II', 'MM'].includes(order)) return 1
  const isLittle = order === 'II'
  const at = view.getUint32(4, isLittle)
  if (at + 2 > view.byteLength) return 1
  const count = view.getUint16(at, isLittle)
  for (let n = 0; n < count; n++) {
    const entry = at + 2 + n * ENTRY_BYTES
    if (entry + ENTRY_BYTES > view.byteLength) return 1
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue
    const orientation = view.getUint16(entry + 8, isLittle)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
