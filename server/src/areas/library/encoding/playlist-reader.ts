import { type FileHandle, open } from 'node:fs/promises'
import { type MediaPlaylist, parseMediaPlaylist } from '@kinora/media'

/** More than ffmpeg writes before the first segment. */
const MAX_HEAD_BYTES = 1024

/**
 * Reads a playlist that ffmpeg appends to. Each call returns only the segments added since the last one, so that a long
 * recording costs no more per call; null while there is no playlist.
 */
export function playlistReader(path: string): () => Promise<MediaPlaylist | null> {
  let takenBytes = 0
  return async () => {
    const file = await open(path).catch(() => null)
    if (file === null) return null
    try {
      const start = await readText(file, 0, MAX_HEAD_BYTES)
      const firstSegment = start.indexOf('#EXTINF')
      // The header's length can change, because it contains the longest duration.
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

/** One character per byte: ffmpeg writes ASCII here. */
async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

/** The end of the last segment's URI. */
function endOfSegments(text: string): number {
  const last = [...text.matchAll(/^[^#\s].*\n/gm)].at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}
