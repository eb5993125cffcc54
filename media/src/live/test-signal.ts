import { flvOutput, quiet } from './ffmpeg-words.ts'

/** Arguments of an ffmpeg that writes color bars, a tone and a clock in real time as FLV to `pipe:3`. */
export function testSignalArgs(): string[] {
  const clock = [
    "text='%{gmtime\\:%H\\\\\\:%M\\\\\\:%S} UTC'",
    'fontsize=72',
    'fontcolor=white',
    'box=1',
    'boxcolor=black@0.6',
    'boxborderw=24',
    'x=(w-tw)/2',
    'y=(h-th)/2',
  ].join(':')
  const picture = `smptehdbars=size=1280x720:rate=30,drawtext=${clock}`
  return [
    ...quiet,
    '-re',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-re',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000,volume=0.2',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-pix_fmt',
    'yuv420p',
    '-b:v',
    '1500k',
    '-maxrate',
    '1500k',
    '-bufsize',
    '1500k',
    '-g',
    '60',
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    '-ac',
    '2',
    ...flvOutput,
    'pipe:3',
  ]
}
