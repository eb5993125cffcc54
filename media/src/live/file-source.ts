import { type Input, pinnedInput } from '../probe/input-args.ts'
import { isPlayableEverywhere } from '../probe/passthrough.ts'
import type { Source } from '../probe/probe.ts'
import { flvOutput, quiet } from './ffmpeg-words.ts'

const MAX_LINES = 1080
const MAX_RATE = 60

/** Arguments of an ffmpeg that plays a file in a loop in real time, as FLV to `pipe:3`. Codecs that every player
 * supports are copied. */
export function loopArgs(input: Input, { video, audio }: Source): string[] {
  const [first] = audio
  const maps = [
    ...(video ? ['-map', `0:${video.index}`] : []),
    ...(first ? ['-map', `0:${first.index}`] : []),
  ]
  const isCopied = video !== null && isPlayableEverywhere(video) && video.codec === 'h264'
  return [
    ...quiet,
    '-stream_loop',
    '-1',
    '-re',
    ...pinnedInput(input),
    ...maps,
    ...(isCopied ? ['-c:v', 'copy'] : encoded()),
    ...(first?.codec === 'aac'
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2']),
    ...flvOutput,
    'pipe:3',
  ]
}

function encoded(): string[] {
  const size = `scale=-2:'min(${MAX_LINES},ih)',fps='min(${MAX_RATE},source_fps)',format=yuv420p`
  return [
    '-vf',
    size,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-bf',
    '0',
    '-crf',
    '23',
    '-maxrate',
    '6M',
    '-bufsize',
    '6M',
    '-sc_threshold',
    '0',
    '-force_key_frames',
    'expr:gte(t,n_forced*2)',
  ]
}

/** Arguments of an ffmpeg that reads fragmented MP4 from stdin, and writes it as FLV to `pipe:3`. */
export function remuxArgs(): string[] {
  return [
    ...quiet,
    '-probesize',
    '262144',
    '-copyts',
    '-f',
    'mov',
    '-i',
    'pipe:0',
    '-map',
    '0:v:0?',
    '-map',
    '0:a:0?',
    '-c',
    'copy',
    ...flvOutput,
    'pipe:3',
  ]
}
