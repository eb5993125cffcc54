import { open, stat, truncate } from 'node:fs/promises'

/** Video flashes and audio beeps for a fifth of each beat, starting at once. */
interface Ticks {
  readonly size?: string
  readonly rate?: string
  readonly seconds?: number
  /** Seconds. A multiple of the frame duration, so that flash and beep start together. */
  readonly beatS?: number
}

const videoInput = ({ size = '400x320', rate = '25', seconds = 5.5, beatS = 1 }: Ticks = {}) => {
  const dark = `drawbox=c=black:t=fill:enable='gte(mod(t+0.001,${beatS}),${beatS / 5})'`
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds},${dark}`]
}
const audioInput = ({ seconds = 5.5, beatS = 1 }: Ticks = {}) => {
  const beep = `lt(mod(t+0.00001\\,${beatS})\\,${beatS / 5})*sin(5000*t)`
  return ['-f', 'lavfi', '-i', `aevalsrc=exprs=${beep}:s=48000:d=${seconds}`]
}
const words = (text: string) => text.split(' ')
const h264 = words('-c:v libx264 -preset veryfast -bf 2 -g 50 -pix_fmt yuv420p')
const aac = words('-c:a aac -b:a 96k')

export interface OddClip {
  readonly what: string
  readonly file: string
  readonly make: readonly string[]
  /** Damages the finished file. */
  readonly spoil?: (path: string) => Promise<void>
  /** Names and sizes of the renditions of an encoded source, low to high. */
  readonly rungs?: readonly string[]
  /** Minimum number of simultaneous flashes and beeps. Zero without video or audio. */
  readonly beats?: number
}

/** Kinds of sources that break careless packagers. */
export const oddClips: OddClip[] = [
  {
    what: 'a variable frame rate',
    file: 'phone.mp4',
    make: [
      ...videoInput({ rate: '50' }),
      ...audioInput(),
      ...words('-vf select=not(mod(n\\,2))+mod(floor(t)\\,2) -fps_mode vfr -enc_time_base 1:90000'),
      ...h264,
      ...words('-bf 0'),
      ...aac,
    ],
    beats: 4,
  },
  {
    what: '29.97 frames a second',
    file: 'ntsc.mov',
    make: [
      ...videoInput({ rate: '30000/1001', beatS: 1.001 }),
      ...audioInput({ beatS: 1.001 }),
      ...h264,
      ...words('-g 45'),
      ...aac,
    ],
    beats: 3,
  },
  {
    what: 'a rotated picture',
    file: 'upright.mp4',
    make: [...videoInput(), ...audioInput(), ...h264, ...aac, ...words('-metadata:s:v rotate=90')],
    beats: 4,
  },
  {
    what: 'interlaced pictures',
    file: 'tape.ts',
    rungs: ['240p 300x240', '360p 400x320'],
    make: [
      ...videoInput({ rate: '50' }),
      ...audioInput(),
      ...words('-vf interlace -c:v mpeg2video -flags +ildct+ilme -b:v 3M -c:a mp2'),
    ],
    beats: 3,
  },
  {
    what: '10 bits',
    file: 'deep.mkv',
    make: [
      ...videoInput({ size: '320x240' }),
      ...audioInput(),
      ...words('-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le'),
      ...aac,
    ],
    beats: 4,
  },
  {
    what: '5.1 audio',
    file: 'cinema.mp4',
    make: [...videoInput({ size: '320x240' }), ...audioInput(), ...h264, ...aac, ...words('-ac 6')],
    beats: 4,
  },
  { what: 'no audio', file: 'mute.mp4', make: [...videoInput(), ...h264] },
  { what: 'audio only', file: 'radio.mp4', make: [...audioInput(), ...aac] },
  {
    what: 'less than half a second',
    file: 'blink.mp4',
    make: [...videoInput({ seconds: 0.4 }), ...audioInput({ seconds: 0.4 }), ...h264, ...aac],
  },
  {
    what: 'half an hour of slides',
    file: 'slides.mp4',
    make: [
      ...videoInput({ size: '80x60', rate: '1/2', seconds: 1800 }),
      ...h264,
      ...words('-preset ultrafast -g 3'),
    ],
  },
  {
    what: 'odd sides',
    file: 'odd.mkv',
    rungs: ['240p 320x240'],
    make: [...videoInput({ size: '321x241' }), ...audioInput(), ...words('-c:v ffv1'), ...aac],
    beats: 4,
  },
  {
    what: 'a first keyframe that comes late',
    file: 'tuned-in.ts',
    make: [...videoInput({ seconds: 7.5 }), ...audioInput({ seconds: 7.5 }), ...h264, ...aac],
    spoil: withoutBeginning,
    beats: 4,
  },
  {
    what: 'a negative start',
    file: 'negative.mkv',
    make: [
      ...videoInput(),
      ...audioInput(),
      ...h264,
      ...aac,
      ...words('-output_ts_offset -1.48 -avoid_negative_ts disabled -f mov'),
    ],
    beats: 3,
  },
  {
    what: 'an edit list',
    file: 'trimmed.mp4',
    make: [...videoInput(), ...audioInput(), ...h264, ...words('-g 250'), ...aac, ...words('-ss 1.48')],
    beats: 4,
  },
  {
    what: 'a broken tail',
    file: 'cut-off.mp4',
    make: [
      ...videoInput({ size: '320x240' }),
      ...audioInput(),
      ...h264,
      ...aac,
      ...words('-movflags faststart'),
    ],
    spoil: async (path) => truncate(path, Math.floor((await stat(path)).size * 0.8)),
    beats: 3,
  },
  {
    what: 'Opus in MP4',
    file: 'opus.mp4',
    make: [...videoInput({ size: '320x240' }), ...audioInput(), ...h264, ...words('-c:a libopus')],
    beats: 4,
  },
  {
    what: 'AC-3 in a transport stream',
    file: 'ac3.ts',
    make: [...videoInput({ size: '320x240' }), ...audioInput(), ...h264, ...words('-c:a ac3')],
    beats: 3,
  },
  {
    what: 'MPEG-2',
    file: 'dvd.ts',
    make: [
      ...videoInput({ size: '352x288' }),
      ...audioInput(),
      ...words('-c:v mpeg2video -bf 2 -b:v 2M -c:a mp2'),
    ],
    beats: 3,
  },
  {
    what: 'WMV',
    file: 'office.wmv',
    rungs: ['240p 320x240'],
    make: [...videoInput({ size: '320x240' }), ...audioInput(), ...words('-c:v wmv2 -b:v 1M -c:a wmav2')],
    beats: 3,
  },
  {
    what: 'MXF',
    file: 'studio.mxf',
    rungs: ['240p 300x240', '360p 450x360', '480p 720x576'],
    make: [
      ...videoInput({ size: '720x576', seconds: 4.5 }),
      ...audioInput({ seconds: 4.5 }),
      ...words('-c:v mpeg2video -b:v 5M -c:a pcm_s16le'),
    ],
    beats: 3,
  },
]

/** Starts in the middle of a broadcast, in frames whose references are missing. */
async function withoutBeginning(path: string): Promise<void> {
  const PACKET_BYTES = 188
  const { size } = await stat(path)
  const skipped = Math.floor((size * 0.12) / PACKET_BYTES) * PACKET_BYTES
  const file = await open(path, 'r+')
  const rest = Buffer.alloc(size - skipped)
  await file.read(rest, 0, rest.length, skipped)
  await file.write(rest, 0, rest.length, 0)
  await file.truncate(rest.length)
  await file.close()
}
