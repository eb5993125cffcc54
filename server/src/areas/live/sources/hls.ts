import { createDecipheriv } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createFlvSource,
  createPackedAudio,
  createTsSource,
  flvTagReader,
  isPackedAudio,
  type LiveSink,
  remuxArgs,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { type CueMarker, createCueMarker } from './cue-marker.ts'
import { getBytes, type HttpOptions } from './guarded-http.ts'
import { createHlsCueReader } from './hls-cues.ts'
import { type HlsSegment, type HlsVariant, parseHlsPlaylist } from './hls-playlist.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { assertTaken, SOURCE_FAULTS, SourceFailure } from './source-failure.ts'

export interface HlsOptions extends HttpOptions {
  readonly ffmpeg: Ffmpeg
  /** A prepared folder for ffmpeg. */
  readonly cwd: string
  readonly sink: LiveSink
}

const PLAYLIST_LIMITS = { maxBytes: 2 * 1024 ** 2, timeoutMs: 4000 }
const MAX_SEGMENT_BYTES = 128 * 1024 ** 2
/** Shortest time limit of a segment. */
const MIN_SEGMENT_MS = 6000
const MAX_SEGMENT_MS = 60_000
const MAX_TAG_BYTES = 8 * 1024 ** 2
const MEMORY_BYTES = 1024 ** 3
/** Number of segments before the end at which a live playlist is joined. */
const JOIN_SEGMENTS = 3
/** Longest time without a new segment. */
const STALL_MS = 30_000
const KEY_LIMITS = { maxBytes: 16, timeoutMs: 4000 }
/** Pauses before a playlist is requested again. */
const PLAYLIST_PAUSES_MS = [300, 700, 1000, 1500]
/** Pause before a file is requested again. Some servers name a segment a moment before it can be read. */
const FILE_PAUSES_MS = [400]
/** Limit of missing segments in a row. */
const MAX_MISSING = 5

/** Plays an HLS stream until it ends. @throws SourceFailure */
export async function playHls(url: URL, text: string, options: HlsOptions): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const pacer = createPacer(options.sink, options.signal)
  try {
    const first = parseHlsPlaylist(text)
    const variant = first?.kind === 'multivariant' ? bestOf(first.variants) : null
    const video = variant === null ? url : new URL(variant.uri, url)
    const audio = variant?.audioUri ? [new URL(variant.audioUri, url)] : []
    const own = { ...options, signal }
    const marker = createCueMarker(pacer.sink)
    // The audio playlist has the same cues.
    const others = audio.map((playlist) => playMedia(playlist, own, pacer, null))
    await Promise.all([playMedia(video, own, pacer, marker), ...others])
    await pacer.drain()
  } finally {
    ended.abort()
    pacer.stop()
  }
}

function bestOf(variants: readonly HlsVariant[]): HlsVariant {
  const [best] = variants.filter(({ isH264 }) => isH264).toSorted((a, b) => b.bandwidth - a.bandwidth)
  if (best === undefined) throw new SourceFailure('The source has no H.264 video.')
  return best
}

async function playMedia(
  start: URL,
  options: HlsOptions,
  pacer: Pacer,
  marker: CueMarker | null,
): Promise<void> {
  const { signal } = options
  const reader = createSegmentReader(options, marker?.sink ?? pacer.sink)
  const cues = createHlsCueReader()
  let nextMsn: number | null = null
  let lastNewMs = performance.now()
  let missing = 0
  try {
    for (;;) {
      const { playlist, url } = await withRetries(PLAYLIST_PAUSES_MS, signal, () => readMedia(start, options))
      const { segments, isEnded, targetS, dateRanges } = playlist
      const joinAt = isEnded ? segments[0]?.msn : segments.at(-JOIN_SEGMENTS)?.msn
      // A restarted server begins with lower numbers.
      const isRestarted = nextMsn !== null && (segments.at(-1)?.msn ?? nextMsn) < nextMsn - 1
      const from: number = nextMsn === null || isRestarted ? (joinAt ?? segments[0]?.msn ?? 0) : nextMsn
      for (const segment of segments.filter(({ msn }) => msn >= from)) {
        await pacer.room()
        signal.throwIfAborted()
        marker?.begin(segment.durationS, cues.read(segment, dateRanges))
        missing = segment.isGap || (await isRead(segment, url)) ? 0 : missing + 1
        nextMsn = segment.msn + 1
        lastNewMs = performance.now()
      }
      if (isEnded) return await reader.end()
      if (performance.now() - lastNewMs > STALL_MS) throw new SourceFailure('The source has no new segments.')
      await pause((targetS * 1000) / 2, undefined, { signal })
    }
  } finally {
    reader.close()
  }

  /** Reads a segment. False if it is missing: the stream goes on with the next one. */
  async function isRead(segment: HlsSegment, base: URL): Promise<boolean> {
    try {
      await withRetries(FILE_PAUSES_MS, signal, () => reader.read(segment, base))
      return true
    } catch (error) {
      const isMissing = error instanceof SourceFailure && error.isTemporary
      if (!isMissing || missing + 1 >= MAX_MISSING) throw error
      return false
    }
  }
}

async function readMedia(start: URL, options: HlsOptions) {
  const { bytes, url } = await getBytes(start, options, PLAYLIST_LIMITS)
  const playlist = parseHlsPlaylist(bytes.toString('utf8'))
  // It may be half written.
  if (playlist?.kind !== 'media') throw new SourceFailure('The source is not an HLS playlist.', true)
  return { playlist, url }
}

/** Repeats a request that fails for a moment. */
async function withRetries<T>(
  pausesMs: readonly number[],
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof SourceFailure && error.isTemporary)) throw error
    }
    await pause(pauseMs, undefined, { signal })
  }
  return request()
}

interface SegmentReader {
  /** Resolves when all read media has been passed on. */
  end(): Promise<void>
  read(segment: HlsSegment, base: URL): Promise<void>
  close(): void
}

function createSegmentReader(options: HlsOptions, sink: LiveSink): SegmentReader {
  const ts = createTsSource(sink)
  const packed = createPackedAudio(sink)
  let map: HlsSegment['map'] = null
  let fragments: ReturnType<typeof startRemux> | null = null
  const keys = new Map<string, Buffer>()

  async function keyOf(uri: URL): Promise<Buffer> {
    const known = keys.get(uri.href)
    if (known !== undefined) return known
    const { bytes } = await getBytes(uri, options, KEY_LIMITS)
    keys.clear()
    keys.set(uri.href, bytes)
    return bytes
  }

  async function decrypt({ key, msn }: HlsSegment, bytes: Buffer, base: URL): Promise<Buffer> {
    if (key === null) return bytes
    if (key.method !== 'AES-128') throw new SourceFailure('The source is encrypted.')
    const secret = await keyOf(new URL(key.uri, base))
    const iv = Buffer.from((key.iv ?? msn.toString(16)).replace(/^0x/i, '').padStart(32, '0'), 'hex')
    try {
      const cipher = createDecipheriv('aes-128-cbc', secret, iv)
      return Buffer.concat([cipher.update(bytes), cipher.final()])
    } catch {
      throw new SourceFailure('The source cannot be decrypted.')
    }
  }

  return {
    async read(segment, base) {
      const file = await getBytes(new URL(segment.uri, base), options, {
        maxBytes: MAX_SEGMENT_BYTES,
        timeoutMs: segmentLimitMs(segment.durationS),
        range: segment.range,
      })
      const bytes = await decrypt(segment, file.bytes, base)
      if (segment.map === null) {
        if (isPackedAudio(bytes)) packed.push(bytes)
        else assertTaken(ts.push(bytes))
        return
      }
      if (!isSameMap(segment.map, map) || fragments === null) {
        const { uri, range } = segment.map
        const head = await getBytes(new URL(uri, base), options, { ...PLAYLIST_LIMITS, range })
        fragments?.close()
        map = segment.map
        fragments = startRemux(options, sink)
        fragments.write(head.bytes)
      }
      if (fragments.isEnded()) throw notSupported()
      fragments.write(bytes)
    },
    end: async () => fragments?.end(),
    close: () => fragments?.close(),
  }
}

function isSameMap(a: HlsSegment['map'], b: HlsSegment['map']): boolean {
  return a?.uri === b?.uri && a?.range?.start === b?.range?.start && a?.range?.length === b?.range?.length
}

/** Repackages fragmented MP4 with ffmpeg, without decoding. */
function startRemux({ ffmpeg, cwd }: HlsOptions, sink: LiveSink) {
  const run = ffmpeg.stream(remuxArgs(), { cwd, memoryBytes: MEMORY_BYTES, outputs: 1 })
  const read = flvTagReader(MAX_TAG_BYTES)
  const source = createFlvSource(sink)
  let isEnded = false
  run.outputs[0]?.on('data', (chunk: Buffer) => {
    for (const { kind, timestampMs, body } of read(chunk)) source[kind](timestampMs, body)
  })
  void run.ended.then(() => {
    isEnded = true
  })
  return {
    write: (bytes: Buffer) => void run.input.write(bytes),
    isEnded: () => isEnded,
    close: run.kill,
    async end() {
      run.input.end()
      await run.ended
    },
  }
}

const notSupported = () => new SourceFailure(SOURCE_FAULTS['codec-not-supported'])

/** Time limit of a segment, whatever length the source announces. */
function segmentLimitMs(durationS: number): number {
  return Math.round(Math.min(MAX_SEGMENT_MS, MIN_SEGMENT_MS + 2000 * Math.max(0, durationS)))
}
