import type { Size } from '../encode/filters.ts'
import { exifOrientation } from './exif-orientation.ts'

/** Properties of an image, read from its bytes. */
export interface ImageHeader extends Size {
  format: 'jpg' | 'png' | 'gif'
  /** Exif orientation, 1 for upright. Width and height are those before the rotation. */
  orientation: number
}

/** Reads the format and size from the first bytes of an image. Null for other formats. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, pngStart) && bytes.length >= 24)
    return withSize({ ...upright, format: 'png', width: view.getUint32(16), height: view.getUint32(20) })
  if (startsWith(bytes, gifStart) && bytes.length >= 10)
    return withSize({
      ...upright,
      format: 'gif',
      width: view.getUint16(6, true),
      height: view.getUint16(8, true),
    })
  if (startsWith(bytes, jpegStart)) return jpegHeader(bytes, view)
  return null
}

const upright = { orientation: 1 }

/** The signature of PNG, and length and name of its first chunk (PNG third edition, 5.2 and 11.2.1). */
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
/** `GIF8`, for both versions. */
const gifStart = [0x47, 0x49, 0x46, 0x38]
/** Start of image, and the first byte of the next marker. */
const jpegStart = [0xff, 0xd8, 0xff]

/** The first frame header among the segments before the image data (ITU-T T.81, B.1 and B.2.2). */
function jpegHeader(bytes: Uint8Array, view: DataView): ImageHeader | null {
  let at = 2
  let orientation = 1
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return withSize({
        format: 'jpg',
        orientation,
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      })
    else if (marker === 0xda || marker === 0xd9) return null
    else {
      const next = at + 2 + view.getUint16(at + 2)
      if (marker === 0xe1 && orientation === 1) orientation = exifOrientation(bytes.subarray(at + 4, next))
      at = next
    }
  }
  return null
}

function withSize(header: ImageHeader): ImageHeader | null {
  return header.width > 0 && header.height > 0 ? header : null
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, n) => bytes[n] === byte)
}
