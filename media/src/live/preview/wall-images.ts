import { joined } from '../joined.ts'

const WIDTH = 426
/** Seconds between two images, a little less than one because times of frames are not exact. */
const INTERVAL_S = 0.95
const QUALITY = 6
/** An image that is longer has no end. */
const MAX_JPEG_BYTES = 1024 ** 2

/** Arguments of an ffmpeg that reads video as Matroska from stdin, and writes at most one small JPEG a second to
 * `pipe:3`. */
export function wallImageArgs(): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'error',
    '-threads',
    '1',
    '-flags',
    'low_delay',
    '-fflags',
    'nobuffer',
    '-probesize',
    '32',
    '-analyzeduration',
    '0',
    '-f',
    'matroska',
    '-i',
    'pipe:0',
    '-map',
    '0:v',
    '-vf',
    `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${INTERVAL_S})',scale=${WIDTH}:-2`,
    '-fps_mode',
    'passthrough',
    '-threads',
    '1',
    '-c:v',
    'mjpeg',
    '-q:v',
    String(QUALITY),
    '-flush_packets',
    '1',
    '-f',
    'image2pipe',
    'pipe:3',
  ]
}

/** Cuts a sequence of JPEGs into single ones. Call it with each chunk. */
export function jpegReader(): (chunk: Uint8Array) => Uint8Array<ArrayBuffer>[] {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  let searched = 0
  return (chunk) => {
    bytes = joined(bytes, chunk)
    const images: Uint8Array<ArrayBuffer>[] = []
    // In the data between, 0xff is always followed by 0 or a restart marker (ISO 10918-1 B.1.1.5).
    for (let end = endOf(bytes, searched); end !== null; end = endOf(bytes, 0)) {
      images.push(bytes.slice(0, end))
      bytes = bytes.slice(end)
    }
    if (bytes.length > MAX_JPEG_BYTES) bytes = new Uint8Array(0)
    searched = Math.max(0, bytes.length - 1)
    return images
  }
}

/** The end of the first image from there on. */
function endOf(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return at + 2
  return null
}
