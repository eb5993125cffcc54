/** ffmpeg arguments for typical sources, and the expected result of each. */
export const testVideo = (size: string, rate: number | string, durationS: number) =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${durationS}`
export const tone = (durationS: number, hz = 440) => `-f lavfi -i sine=f=${hz}:r=48000:d=${durationS}`
const h264 = '-c:v libx264 -preset ultrafast -crf 35 -pix_fmt yuv420p'
export const bFrames = '-c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p'

interface Clip {
  what: string
  file: string
  make: string
  mode: 'passthrough' | 'encode'
  /** Width, height and names of the renditions, low to high. */
  rungs: string[]
  audio: number
}

export const clips: Clip[] = [
  {
    what: 'H.264 with B-frames and AAC',
    file: 'camera.mp4',
    make: `${testVideo('400x320', 30, 5)} ${tone(5)} ${bFrames} -g 60 -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 1,
  },
  {
    what: 'H.264 with a variable frame rate and irregular keyframes',
    file: 'phone.mp4',
    make: `${testVideo('400x320', 60, 5)} ${tone(5)} -vf select='not(mod(n,2))+lt(mod(n,90),20)' -fps_mode vfr -enc_time_base 1:90000 ${bFrames} -bf 0 -g 70 -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 1,
  },
  {
    what: 'H.264 in Matroska, with times in whole milliseconds',
    file: 'screen.mkv',
    make: `${testVideo('400x320', '30000/1001', 5)} ${tone(5)} ${bFrames} -g 45 -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 1,
  },
  {
    what: 'H.264 in a transport stream',
    file: 'broadcast.ts',
    make: `${testVideo('400x320', 25, 5)} ${tone(5)} ${bFrames} -g 50 -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 1,
  },
  {
    what: 'H.264 with keyframes too far apart',
    file: 'sparse.mp4',
    make: `${testVideo('320x240', 10, 9)} ${h264} -g 1000`,
    mode: 'encode',
    rungs: ['240p 320x240'],
    audio: 0,
  },
  {
    what: 'VP9 and Opus',
    file: 'web.webm',
    make: `${testVideo('400x320', 25, 5)} ${tone(5)} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
    mode: 'encode',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 1,
  },
  {
    what: 'MPEG-4 and MP3 in AVI',
    file: 'old.avi',
    make: `${testVideo('560x420', 25, 5)} ${tone(5)} -c:v mpeg4 -c:a libmp3lame`,
    mode: 'encode',
    rungs: ['240p 320x240', '360p 480x360', '480p 560x420'],
    audio: 1,
  },
  {
    what: 'non-square pixels',
    file: 'anamorphic.mp4',
    make: `${testVideo('480x360', 25, 2)} -vf setsar=4/3 ${h264}`,
    mode: 'encode',
    rungs: ['240p 426x240', '360p 640x360'],
    audio: 0,
  },
  {
    what: '10-bit HDR',
    file: 'hdr.mp4',
    make: `${testVideo('400x320', 25, 2)} -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc`,
    mode: 'encode',
    rungs: ['240p 300x240', '360p 400x320'],
    audio: 0,
  },
  {
    what: 'mono audio',
    file: 'mono.mp4',
    make: `${testVideo('320x240', 25, 2)} ${tone(2)} ${h264} -c:a libmp3lame -ac 1`,
    mode: 'passthrough',
    rungs: ['240p 320x240'],
    audio: 1,
  },
  {
    what: '5.1 audio',
    file: 'surround.mkv',
    make: `${testVideo('320x240', 25, 2)} ${tone(2)} ${h264} -c:a ac3 -ac 6`,
    mode: 'passthrough',
    rungs: ['240p 320x240'],
    audio: 1,
  },
  {
    what: 'two languages',
    file: 'languages.mkv',
    make: `${testVideo('320x240', 25, 5)} ${tone(5)} ${tone(5, 880)} -map 0 -map 1 -map 2 ${h264} -g 50 -c:a aac -metadata:s:a:0 language=eng -metadata:s:a:1 language=hin`,
    mode: 'passthrough',
    rungs: ['240p 320x240'],
    audio: 2,
  },
  {
    what: 'less than half a second',
    file: 'blink.mp4',
    make: `${testVideo('320x240', 25, 0.4)} ${tone(0.4)} ${h264} -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 320x240'],
    audio: 1,
  },
  {
    what: 'a video that starts late',
    file: 'late.mkv',
    make: `-itsoffset 1.5 ${testVideo('320x240', 25, 4)} ${tone(5.5)} ${h264} -c:a aac`,
    mode: 'encode',
    rungs: ['240p 320x240'],
    audio: 1,
  },
  {
    what: 'audio that starts late',
    file: 'silent-start.mkv',
    make: `-itsoffset 0.7 ${tone(4)} ${testVideo('320x240', 25, 5)} ${h264} -g 50 -c:a aac`,
    mode: 'passthrough',
    rungs: ['240p 320x240'],
    audio: 1,
  },
  {
    what: 'more than 60 frames per second',
    file: 'fast.mp4',
    make: `${testVideo('320x240', 120, 2)} ${h264}`,
    mode: 'encode',
    rungs: ['240p 320x240'],
    audio: 0,
  },
]
