export type IngestProtocol = 'rtmp' | 'rtmps' | 'srt' | 'whip'

export const encoders = ['obs', 'vmix', 'wirecast', 'larix', 'ffmpeg', 'gstreamer'] as const
export type Encoder = (typeof encoders)[number]

/** Product names, which are not translated. */
export const encoderNames: Readonly<Record<Encoder, string>> = {
  obs: 'OBS Studio',
  vmix: 'vMix',
  wirecast: 'Wirecast',
  larix: 'Larix Broadcaster',
  ffmpeg: 'ffmpeg',
  gstreamer: 'GStreamer',
}

/** Values to enter in an encoder, with the labels of its user interface. */
export type Guide =
  | {
      readonly kind: 'fields'
      readonly fields: readonly { readonly label: string; readonly value: string }[]
    }
  | { readonly kind: 'command'; readonly command: string }

interface Target {
  readonly protocol: IngestProtocol
  readonly url: string
  readonly key: string
  readonly passphrase: string
}

/** SRT receiver buffer: enough for four retransmissions at a round-trip time of 50 ms. */
const SRT_LATENCY_MS = 200
/** AES-256. */
const SRT_KEY_BYTES = 32
const TEST_BITRATE_KBPS = 4000

/** Guide for an encoder, or null if it does not support the protocol. */
export function guideFor(encoder: Encoder, target: Target): Guide | null {
  if (target.protocol === 'whip') return encoder === 'obs' ? whipInObs(target) : null
  return target.protocol === 'srt' ? srtGuides[encoder](target) : rtmpGuides[encoder](target)
}

type Guides = Readonly<Record<Encoder, (target: Target) => Guide>>

const rtmpGuides: Guides = {
  obs: ({ url, key }) => fields(['Service', 'Custom…'], ['Server', url], ['Stream Key', key]),
  vmix: ({ url, key }) =>
    fields(['Destination', 'Custom RTMP Server'], ['URL', url], ['Stream Name or Key', key]),
  wirecast: ({ url, key }) => fields(['Output', 'RTMP Server'], ['Address', url], ['Stream', key]),
  larix: ({ url, key }) => fields(['URL', `${url}/${key}`]),
  ffmpeg: ({ url, key }) => ({ kind: 'command', command: ffmpegCommand('flv', `${url}/${key}`) }),
  gstreamer: ({ url, key }) => ({
    kind: 'command',
    command: gstreamerCommand('flvmux name=mux streamable=true', `rtmp2sink location="${url}/${key}"`),
  }),
}

const srtGuides: Guides = {
  obs: (target) => fields(['Service', 'Custom…'], ['Server', srtAddress(target)]),
  vmix: ({ url, key, passphrase }) =>
    fields(
      ...callerFields(url),
      ['Stream ID', key],
      ['Passphrase', passphrase],
      ['Key Length', String(SRT_KEY_BYTES)],
      ['Latency', String(SRT_LATENCY_MS)],
    ),
  wirecast: (target) => fields(['Output', 'SRT'], ['Address', srtAddress(target)]),
  larix: ({ url, key, passphrase }) =>
    fields(
      ['URL', url],
      ['SRT mode', 'Caller'],
      ['latency (msec)', String(SRT_LATENCY_MS)],
      ['passphrase', passphrase],
      ['pbkeylen', String(SRT_KEY_BYTES)],
      ['streamid', key],
    ),
  ffmpeg: (target) => ({ kind: 'command', command: ffmpegCommand('mpegts', srtAddress(target)) }),
  gstreamer: ({ url, key, passphrase }) => ({
    kind: 'command',
    command: gstreamerCommand(
      'mpegtsmux name=mux',
      `srtsink uri="${url}" streamid="${key}" passphrase="${passphrase}" pbkeylen=${SRT_KEY_BYTES} latency=${SRT_LATENCY_MS}`,
    ),
  }),
}

function whipInObs({ url, key }: Target): Guide {
  return fields(['Service', 'WHIP'], ['Server', url], ['Bearer Token', key])
}

function callerFields(url: string): [string, string][] {
  const { hostname, port } = new URL(url)
  return [
    ['Type', 'Caller'],
    ['Hostname', hostname],
    ['Port', port],
  ]
}

/** SRT URL in the form of ffmpeg, which OBS and Wirecast also use. The latency is in microseconds. */
function srtAddress({ url, key, passphrase }: Target): string {
  const latencyUs = SRT_LATENCY_MS * 1000
  return `${url}?streamid=${key}&passphrase=${passphrase}&pbkeylen=${SRT_KEY_BYTES}&latency=${latencyUs}`
}

function ffmpegCommand(format: string, address: string): string {
  return [
    'ffmpeg -re -i input.mp4',
    `-c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p`,
    `-b:v ${TEST_BITRATE_KBPS}k -maxrate ${TEST_BITRATE_KBPS}k -bufsize ${2 * TEST_BITRATE_KBPS}k`,
    '-force_key_frames "expr:gte(t,n_forced*2)" -bf 0',
    '-c:a aac -b:a 160k -ar 48000',
    `-f ${format} "${address}"`,
  ].join(' \\\n  ')
}

function gstreamerCommand(mux: string, sink: string): string {
  return [
    'gst-launch-1.0 -e',
    'videotestsrc is-live=true ! video/x-raw,width=1280,height=720,framerate=30/1 ! videoconvert !',
    `x264enc tune=zerolatency speed-preset=veryfast bitrate=${TEST_BITRATE_KBPS} key-int-max=60 ! h264parse ! queue ! mux.`,
    'audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=2 ! avenc_aac ! aacparse ! queue ! mux.',
    `${mux} ! ${sink}`,
  ].join(' \\\n  ')
}

function fields(...pairs: readonly (readonly [string, string])[]): Guide {
  return { kind: 'fields', fields: pairs.map(([label, value]) => ({ label, value })) }
}
