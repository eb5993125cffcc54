/** A local file and the demuxer detected from its bytes (see `sniff`). */
export interface Input {
  path: string
  demuxer: string
  /** Longest time between keyframes, if known. Seeks go back at least that far. */
  keyframeGapS?: number | null
}

/** Reads `input` only with its detected demuxer: no format guessing, no protocol except file. A truncated last
 * sample is dropped, since no player could decode its copy. */
export function pinnedInput({ path, demuxer }: Input): string[] {
  const whole = demuxer === 'mov' ? ['-fflags', '+discardcorrupt'] : []
  return ['-protocol_whitelist', 'file', ...whole, '-f', demuxer, '-i', `file:${path}`]
}

/** Common arguments of all ffmpeg runs: never ask, progress on stdout, warnings on stderr. */
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

/** Decodes the video up to its first frame. Progress reports say whether there was one. */
export function firstFrameArgs(input: Input, videoIndex: number): string[] {
  const map = ['-map', `0:${videoIndex}`, '-frames:v', '1']
  return [...runArgs, ...pinnedInput(input), ...map, '-f', 'null', '-']
}

/** Reads the file without decoding. The time of the last progress report is its duration. */
export function durationArgs(input: Input): string[] {
  return [...runArgs, ...pinnedInput(input), '-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-']
}

/** Copies the video of the first input and the audio of the second one into a Matroska file. */
export function muxArgs(inputs: readonly Input[], output: string): string[] {
  const maps = ['-map', '0:v:0', '-map', '1:a:0']
  return [...runArgs, ...inputs.flatMap(pinnedInput), ...maps, '-c', 'copy', '-f', 'matroska', output]
}
