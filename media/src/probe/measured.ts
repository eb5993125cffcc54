import { type Input, pinnedInput } from './input-args.ts'
import { type Packet, packetArgs, type StreamPacket } from './packets.ts'
import type { Source, VideoSource } from './probe.ts'
import { fps } from './rational.ts'
import { SOURCE_LIMITS } from './refuse.ts'
import { END_HOLD_S } from './timeline.ts'

/** Files that start later count times from a clock, and state a duration from its zero. */
const LATE_START_S = 60

/** Size of a transport packet. A transport stream has at least one per frame (ISO/IEC 13818-1, 2.4.3). */
const PACKET_BYTES = 188

/** Whether the stated duration is plausible. Recordings of browsers state none. For transport streams ffprobe takes it
 * from the first and the last time, although times may jump between them. */
export function hasPlausibleDuration({
  container,
  durationS,
  startTimeS,
  sizeBytes,
  video,
}: Source): boolean {
  if (!(durationS > 0) || durationS > SOURCE_LIMITS.maxDurationS) return false
  if (container !== 'mpegts') return startTimeS <= LATE_START_S
  return durationS * fps(video?.frameRate ?? noRate) * PACKET_BYTES <= sizeBytes
}

const noRate = { num: 0, den: 1 }

/** Whether the stated frame rate is plausible. */
export function hasPlausibleRate({ video }: VideoSource): boolean {
  return fps(video.frameRate) <= SOURCE_LIMITS.maxFrameRate
}

const SAMPLE_PACKETS = 2000

/** ffprobe arguments for `withMeasuredRate`. */
export function ratePacketArgs(input: Input, { video }: VideoSource): string[] {
  return packetArgs(input, video.index, `%+#${SAMPLE_PACKETS}`)
}

/** The source with the frame rate of its packets instead of the stated one. */
export function withMeasuredRate(source: VideoSource, packets: readonly Packet[]): VideoSource {
  const timesS = [...new Set(packets.map(({ ptsS }) => ptsS))].sort((a, b) => a - b)
  const spanS = (timesS.at(-1) ?? 0) - (timesS[0] ?? 0)
  if (spanS <= 0) return source
  const rate = { num: Math.round(((timesS.length - 1) / spanS) * 1000), den: 1000 }
  // Whether the rate is constant is unknown.
  return { ...source, video: { ...source.video, frameRate: rate, rFrameRate: rate, isVfr: true } }
}

/** Enough for the last packet of every stream. */
const TAIL_S = 10
/** Smaller deviations of a stated duration are rounding, or the last frames of a format. */
const DURATION_TOLERANCE_S = 1
/** ffprobe arguments for `parseTail`: the packets of the last seconds, without decoding. */
export function tailArgs(input: Input, { startTimeS, durationS }: Source): string[] {
  const entries = ['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time', '-of', 'csv=p=0']
  const fromS = startTimeS + Math.max(0, durationS - TAIL_S)
  return ['-v', 'error', '-read_intervals', `${fromS.toFixed(3)}%`, ...entries, ...pinnedInput(input)]
}

/** Times of a packet and its stream, in seconds of the file. */
type TimedPacket = Pick<StreamPacket, 'index' | 'ptsS' | 'dtsS' | 'durationS'>

/** Reads ffprobe's CSV of `tailArgs`. Missing times are NaN, missing durations zero. */
export function parseTail(csv: string): TimedPacket[] {
  return csv.split('\n').map((line) => {
    const [index = '', pts = '', dts = '', duration = ''] = line.split(',')
    const [ptsS = Number.NaN, dtsS = Number.NaN] = [pts, dts].map(Number.parseFloat)
    return { index: Number(index), ptsS, dtsS, durationS: Number.parseFloat(duration) || 0 }
  })
}

/** The source with the duration of what the file contains, which can be cut off, and with the times until
 * which its last picture stays and silence follows its audio. Null if its last seconds are missing.
 * @param packets those of the last seconds, or all */
export function withMeasuredEnd(source: Source, packets: readonly TimedPacket[]): Source | null {
  const ends = endsOf(packets)
  const endOf = ({ index }: { index: number }) =>
    (ends.get(index) ?? Number.NEGATIVE_INFINITY) - source.startTimeS
  const { video, audio } = source
  const audioEndS = Math.max(...audio.map(endOf))
  const videoEndS = video ? endOf(video) : Number.NEGATIVE_INFINITY
  const endS = Math.max(audioEndS, videoEndS)
  if (!(endS > 0)) return null
  const isStated = Math.abs(endS - source.durationS) <= DURATION_TOLERANCE_S
  const padded = audio.map((track) =>
    endS - endOf(track) <= END_HOLD_S ? track : { ...track, silentUntilS: endS },
  )
  const measured = { ...source, audio: padded, durationS: isStated ? source.durationS : endS }
  if (video === null || audioEndS - videoEndS <= END_HOLD_S) return measured
  return { ...measured, video: { ...video, heldUntilS: audioEndS } }
}

/** When the last packet of each stream ends, in seconds of the file. */
function endsOf(packets: readonly TimedPacket[]): Map<number, number> {
  const ends = new Map<number, number>()
  for (const { index, ptsS, dtsS, durationS } of packets) {
    const startS = [ptsS, dtsS].find(Number.isFinite)
    if (startS === undefined) continue
    const endS = startS + durationS
    ends.set(index, Math.max(endS, ends.get(index) ?? endS))
  }
  return ends
}
