import type { Input } from './input-args.ts'
import { type Packet, packetArgs } from './packets.ts'
import type { Source, VideoSource } from './probe.ts'
import { fps } from './rational.ts'
import { SOURCE_LIMITS } from './refuse.ts'

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
