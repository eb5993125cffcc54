/** Words of ffmpeg's command lines for live media. */

export const quiet: readonly string[] = ['-hide_banner', '-nostdin', '-loglevel', 'warning']

/** Output as FLV without an end, written at once. */
export const flvOutput: readonly string[] = [
  '-flush_packets',
  '1',
  '-flvflags',
  'no_duration_filesize',
  '-f',
  'flv',
]

/** Input of one audio track as Matroska from stdin, which is read without looking ahead. */
export const audioInput: readonly string[] = [
  '-probesize',
  '32',
  '-analyzeduration',
  '0',
  '-copyts',
  '-f',
  'matroska',
  '-i',
  'pipe:0',
  '-map',
  '0:a',
  '-af',
  'aresample=async=1000',
]
