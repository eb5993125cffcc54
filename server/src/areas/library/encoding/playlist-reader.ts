import { type FileHandle, open } from 'node:fs/promises'
import { type MediaPlaylist, parseMediaPlaylist } from '@kinora/media'

/** More than what ffmpeg writes before the first segment. */
const MAX_HEAD_BYTES = 1024

/**
 * Reads a playlist that ffmpeg adds segments to. Each call answers the segments that were added since the last one, and
 * reads no others, so that it costs the same at the end of a long recording; null while there is no playlist.
 */
export function playlistReader(path: string): () => Promise<MediaPlaylist | null> {
  let takenBytes = 0
  return async () => {
    const file = await open(path).catch(() => null)
    if (file === null) return null
    try {
      const start = await readText(file, 0, MAX_HEAD_BYTES)
      const firstSegment = start.indexOf('#EXTINF')
      // The head can change its length: it holds the longest duration.
      const head = firstSegment === -1 ? start : start.slice(0, firstSegment)
      const { size } = await file.stat()
      const from = head.length + takenBytes
      const added = await readText(file, from, Math.max(0, size - from))
      takenBytes += endOfSegments(added)
      return parseMediaPlaylist(head + added)
    } finally {
      await file.close()
    }
  }
}

/** One character for each byte: ffmpeg writes ASCII here. */
async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

/** Where the address of the last segment ends. */
function endOfSegments(text: string): number {
  const last = [...text.matchAll(/^[^#\s].*\n/gm)].at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}
