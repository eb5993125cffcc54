/** Kinds of frames in the previews of live streams. */
export const previewKinds = {
  /** How pictures are decoded: JSON, `PreviewConfig`. Comes before the first picture and after each change. */
  config: 1,
  /** A picture at which decoding can start: NAL units with 4-byte lengths (H.264). */
  key: 2,
  /** A picture that needs the ones before it. */
  delta: 3,
  /** Audio levels, see `readLevels`. */
  levels: 4,
  /** State of the stream as JSON. */
  state: 5,
  /** A picture as JPEG. */
  image: 6,
  /** Shows that the connection is alive. */
  ping: 7,
  /** Start of the audio: an init segment of fragmented MP4 with AAC. */
  audioStart: 8,
  /** Audio: a fragment of it. */
  audio: 9,
} as const
export type PreviewKind = (typeof previewKinds)[keyof typeof previewKinds]

/** A decoder configuration as WebCodecs needs it. `description` is the avcC box in Base64. */
export interface PreviewConfig {
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly description: string
}

/** A frame of a preview, or of several ones in a response. */
export interface PreviewFrame {
  /** Number of the stream in the response. */
  readonly tile: number
  readonly kind: number
  /** Time at which a picture is shown, in ms since the start of the session, modulo 2³². 0 for other frames. */
  readonly timeMs: number
  readonly data: Uint8Array<ArrayBuffer>
}

export const PREVIEW_HEAD_BYTES = 10
/** Longer frames are refused. */
const MAX_FRAME_BYTES = 4 * 1024 ** 2

/** Head of a frame: the tile and the kind (8 bits each), the time and the length of the data (32 bits each, big
 * endian). The data follows. */
export function previewHead(
  tile: number,
  { kind, timeMs, length }: Pick<PreviewFrame, 'kind' | 'timeMs'> & { readonly length: number },
): Uint8Array<ArrayBuffer> {
  // A DataView would allocate memory apart from each head, and there are thousands a second.
  return Uint8Array.of(
    tile,
    kind,
    timeMs >>> 24,
    timeMs >>> 16,
    timeMs >>> 8,
    timeMs,
    length >>> 24,
    length >>> 16,
    length >>> 8,
    length,
  )
}

/** Reads frames, whose data is a part of the chunks. Call it with each chunk. @throws if a frame is too long */
export function previewReader(): (chunk: Uint8Array<ArrayBuffer>) => PreviewFrame[] {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let needed = PREVIEW_HEAD_BYTES
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (length < needed) return []
    const bytes = length === chunk.length ? chunk : concatenate(chunks, length)
    const frames: PreviewFrame[] = []
    let at = 0
    needed = PREVIEW_HEAD_BYTES
    while (bytes.length - at >= PREVIEW_HEAD_BYTES) {
      const size = uint32(bytes, at + 6)
      if (size > MAX_FRAME_BYTES) throw new Error('a frame of a preview is too long')
      const start = at + PREVIEW_HEAD_BYTES
      if (start + size > bytes.length) {
        needed = PREVIEW_HEAD_BYTES + size
        break
      }
      frames.push({
        tile: bytes[at] ?? 0,
        kind: bytes[at + 1] ?? 0,
        timeMs: uint32(bytes, at + 2),
        data: bytes.subarray(start, start + size),
      })
      at = start + size
    }
    const rest = bytes.subarray(at)
    chunks = rest.length === 0 ? [] : [rest]
    length = rest.length
    return frames
  }
}

function uint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  return a * 2 ** 24 + ((b << 16) | (c << 8) | d)
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Levels of a channel in a step, in dBFS. */
export interface ChannelLevel {
  readonly peak: number
  /** Root mean square. */
  readonly rms: number
}

/** Levels of all channels in steps of equal length. */
export interface AudioLevels {
  readonly stepMs: number
  readonly steps: readonly (readonly ChannelLevel[])[]
}

/** Number of channels and length of a step in ms (8 bits each), then the peak and the level of each channel in each step
 * (8 bits each), in halves of a decibel below full scale. */
export function levelBytes({ stepMs, steps }: AudioLevels): Uint8Array<ArrayBuffer> {
  const values = steps.flatMap((channels) => channels.flatMap(({ peak, rms }) => [peak, rms]))
  return Uint8Array.of(
    steps[0]?.length ?? 0,
    Math.min(255, Math.round(stepMs)),
    ...values.map((dbfs) => Math.min(255, Math.max(0, Math.round(dbfs * -2)))),
  )
}

export function readLevels(bytes: Uint8Array): AudioLevels {
  const [channels = 0, stepMs = 0, ...values] = bytes
  const levels = Array.from({ length: Math.floor(values.length / 2) }, (_, n) => ({
    peak: 0 - (values[2 * n] ?? 255) / 2,
    rms: 0 - (values[2 * n + 1] ?? 255) / 2,
  }))
  const steps = channels === 0 ? 0 : Math.floor(levels.length / channels)
  return {
    stepMs,
    steps: Array.from({ length: steps }, (_, n) => levels.slice(n * channels, (n + 1) * channels)),
  }
}
