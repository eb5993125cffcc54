import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTsSource, type LivePacket, type LiveVideoTrack } from '@kinora/media'

/** A test video as a live source sends it. Its first frame is decoded at 0. */
export interface TestVideo {
  readonly track: LiveVideoTrack
  readonly packets: readonly LivePacket[]
}

const ENCODERS: Readonly<Record<LiveVideoTrack['codec'], string>> = {
  h264: 'libx264 -preset ultrafast -sc_threshold 0 -f mpegts',
  hevc: 'libx265 -preset ultrafast -x265-params log-level=none:scenecut=0 -f mpegts',
  av1: 'libaom-av1 -usage realtime -cpu-used 8 -b:v 200k -f ivf',
}

/** Encodes a moving picture of 320x180. @param words further words of ffmpeg's command line */
export async function encodeVideo(
  codec: LiveVideoTrack['codec'],
  words: string,
  { rate = 30, seconds = 12 } = {},
): Promise<TestVideo> {
  const input = `-v error -f lavfi -i testsrc2=s=320x180:r=${rate}`
  const args = `${input} -t ${seconds} -pix_fmt yuv420p ${words} -c:v ${ENCODERS[codec]} -`
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const
  const { stdout } = await promisify(execFile)('ffmpeg', args.split(' '), options)
  return codec === 'av1' ? readIvf(stdout, rate) : readTs(stdout)
}

function readTs(bytes: Uint8Array): TestVideo {
  const tracks: LiveVideoTrack[] = []
  const packets: LivePacket[] = []
  createTsSource({
    track: (track) => track.kind === 'video' && tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  }).push(bytes)
  const [track] = tracks
  const first = packets[0]?.dts ?? 0
  if (track === undefined) throw new Error('the video has no configuration')
  return { track, packets: packets.map((packet) => ({ ...packet, dts: packet.dts - first })) }
}

const IVF_HEAD_BYTES = 32
const FRAME_HEAD_BYTES = 12
/** The temporal delimiter before each frame, which sources leave out. */
const DELIMITER_BYTES = 2
/** The first byte of a sequence header with its size. */
const SEQUENCE_HEADER = 0x0a

function readIvf(bytes: Buffer, rate: number): TestVideo {
  const packets: LivePacket[] = []
  let config = new Uint8Array(0)
  for (let at = IVF_HEAD_BYTES; at < bytes.length; ) {
    const from = at + FRAME_HEAD_BYTES
    const end = from + bytes.readUInt32LE(at)
    const data = bytes.subarray(from + DELIMITER_BYTES, end)
    const isKey = data[0] === SEQUENCE_HEADER
    if (isKey) config = Uint8Array.from([0x81, 0, 0x0c, 0, ...data.subarray(0, 2 + (data[1] ?? 0))])
    packets.push({ kind: 'video', dts: (packets.length * 90_000) / rate, cts: 0, isKey, data })
    at = end
  }
  return { track: { kind: 'video', codec: 'av1', config }, packets }
}
