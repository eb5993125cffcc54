import { inflateSync } from 'node:zlib'

/** Bytes of metadata that an uploaded image may have. */
const MAX_BYTES = 1024 ** 2

const SIGNATURE_BYTES = 8
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** The flags and names before the compressed data of a chunk (PNG third edition, 11.3). Null if it is not compressed. */
const dataStarts: Readonly<Record<string, (chunk: Buffer) => number | null>> = {
  // Keyword and method.
  zTXt: (chunk) => chunk.indexOf(0) + 2,
  iCCP: (chunk) => chunk.indexOf(0) + 2,
  // Keyword, flag, method, language and translated keyword.
  iTXt: (chunk) => {
    const flagAt = chunk.indexOf(0) + 1
    const isCompressed = chunk[flagAt] === 1
    return isCompressed ? chunk.indexOf(0, chunk.indexOf(0, flagAt + 2) + 1) + 1 : null
  },
  tEXt: () => null,
  eXIf: () => null,
}

/**
 * Whether an image has more than 1 MB of metadata. ffmpeg inflates all of a PNG's metadata into memory, of which a small
 * file can have gigabytes. In other formats metadata is not compressed, so it is no larger than the file.
 */
export function hasLargeMetadata(image: Buffer): boolean {
  if (!image.subarray(0, SIGNATURE_BYTES).equals(pngSignature)) return false
  let bytes = 0
  for (let at = SIGNATURE_BYTES; at + 8 <= image.length && bytes <= MAX_BYTES; ) {
    const length = image.readUInt32BE(at)
    const chunk = image.subarray(at + 8, at + 8 + length)
    const dataStart = dataStarts[image.toString('latin1', at + 4, at + 8)]
    if (dataStart !== undefined) {
      const start = dataStart(chunk)
      bytes += start === null ? chunk.length : inflatedBytes(chunk.subarray(start))
    }
    at += 12 + length
  }
  return bytes > MAX_BYTES
}

/** Size of the data, at most one byte more than is allowed. Of data that does not inflate, the size of the data itself. */
function inflatedBytes(data: Buffer): number {
  try {
    return inflateSync(data, { maxOutputLength: MAX_BYTES }).length
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? MAX_BYTES + 1 : data.length
  }
}
