import { type FlvBody, parseAacConfig, pictureSizeOf } from '@kinora/media'
import { type AmfAnswer, writeAmf } from './amf0.ts'
import type { RtmpEnd } from './failure.ts'
import { createSendTimes } from './send-times.ts'

/** Sends the frames of a source, from its first keyframe on. */
export interface FrameSender {
  send(body: FlvBody): void
  /** Another stream of the source begins. */
  reset(): void
  /** Frames that were left out because the server is too slow. */
  dropped(): number
}

interface FrameOutput {
  /** Bytes that wait for the server. */
  readonly queueBytes: () => number
  /** Whether the server reads video with this FourCC. */
  readonly reads: (fourCc: string) => boolean
  readonly write: (
    kind: FlvBody['kind'] | 'script',
    timestampMs: number,
    parts: readonly Uint8Array[],
  ) => void
  readonly end: (reason: RtmpEnd, detail: string) => void
}

/** Beyond this, frames are left out until a keyframe, when less than half of it waits. */
export const MAX_QUEUE_BYTES = 2 * 1024 ** 2
/** Numbers of the FLV specification, version 10.1, E.5, and the FourCC of HEVC (Enhanced RTMP, version 2). */
const CODEC_IDS = { h264: 7, hevc: 0x68_76_63_31, aac: 10 } as const

export function createFrameSender({ queueBytes, reads, write, end }: FrameOutput): FrameSender {
  const times = createSendTimes()
  const known = new Map<FlvBody['kind'], FlvBody>()
  /** Kinds whose configuration the server has. */
  const sent = new Set<FlvBody['kind']>()
  let hasBegun = false
  let isBehind = false
  let dropped = 0

  /** Whether a receiver can go on at this frame. Audio waits for the video, if there is any. */
  function isStart({ kind, isKey }: FlvBody): boolean {
    return isKey && (kind === 'video' || !known.has('video'))
  }

  function mayPass(body: FlvBody): boolean {
    if (!hasBegun) return isStart(body)
    const waiting = queueBytes()
    if (isBehind) isBehind = !(isStart(body) && waiting < MAX_QUEUE_BYTES / 2)
    else isBehind = waiting > MAX_QUEUE_BYTES
    if (isBehind) dropped += 1
    return !isBehind
  }

  return {
    dropped: () => dropped,
    reset() {
      known.clear()
      sent.clear()
    },
    send(body) {
      const { kind, codec } = body
      if (body.isConfig) {
        if (codec === 'hevc' && !reads('hvc1')) end('codec-not-supported', 'HEVC')
        known.set(kind, body)
        sent.delete(kind)
        return
      }
      const config = known.get(kind)
      if (config === undefined || !mayPass(body)) return
      const timeMs = times.next(body.atMs, kind === 'video' || !known.has('video'))
      if (timeMs === null) return
      hasBegun = true
      // A new configuration goes with the first frame that needs it.
      if (!sent.has(kind)) {
        write('script', timeMs, [metadata(known)])
        write(kind, timeMs, [config.head, config.data])
        sent.add(kind)
      }
      write(kind, timeMs, [body.head, body.data])
    },
  }
}

/** Script data with the known facts of a stream. */
function metadata(known: ReadonlyMap<FlvBody['kind'], FlvBody>): Buffer {
  const [video, audio] = [known.get('video'), known.get('audio')]
  const fields: Record<string, AmfAnswer> = { encoder: 'Kinora' }
  if (video?.codec === 'h264' || video?.codec === 'hevc') {
    const size = pictureSizeOf({ kind: 'video', codec: video.codec, config: video.data })
    Object.assign(fields, { videocodecid: CODEC_IDS[video.codec], ...size })
  }
  if (audio?.codec === 'aac') {
    const format = parseAacConfig(audio.data)
    Object.assign(fields, { audiocodecid: CODEC_IDS.aac })
    if (format !== null)
      Object.assign(fields, { audiosamplerate: format.sampleRate, audiochannels: format.channels })
  }
  return writeAmf('@setDataFrame', 'onMetaData', fields)
}
