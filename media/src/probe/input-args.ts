/** A local file to read and the demuxer that its own bytes named (see sniff). */
export interface Input {
  path: string
  demuxer: string
}

/**
 * Reads `input` as what it was sniffed to be and nothing else: no guessed format, no protocol but file. Of a sample
 * that the file's end cut off nothing is kept: copied, it would be one that no player can decode.
 */
export function pinnedInput({ path, demuxer }: Input): string[] {
  const whole = demuxer === 'mov' ? ['-fflags', '+discardcorrupt'] : []
  return ['-protocol_whitelist', 'file', ...whole, '-f', demuxer, '-i', `file:${path}`]
}

/** What every ffmpeg run starts with: never asks, reports progress on stdout, warnings on stderr. */
export const runArgs = [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'warning',
  '-nostats',
  '-y',
  '-progress',
  'pipe:1',
]

/** Plays the file through without decoding; the last progress block's time is how long it is. */
export function durationArgs(input: Input): string[] {
  return [...runArgs, ...pinnedInput(input), '-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-']
}
