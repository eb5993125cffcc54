import { type PreviewConfig, type PreviewFrame, previewKinds } from '@kinora/contract/live/preview-frames'
import { createFrameClock } from './frame-clock'
import { type PictureSigns, watchPictures } from './picture-watch'

/** Shows the pictures of a tile on a canvas. */
export interface TileView {
  take(frame: PreviewFrame): void
  /** Draws the picture that is due. Call it for each frame of the screen. */
  draw(nowMs: number): void
  /** Faults of the pictures. Call it about once a second. Null without a picture. */
  signs(nowMs: number): PictureSigns | null
  /** Another stream is shown: the last picture goes. */
  clear(): void
  close(): void
}

/** Pictures that wait to be decoded: those of two seconds. Beyond them, all up to the next keyframe are dropped. */
const MAX_QUEUED = 60
/** Pictures are decoded shortly before they are shown, because browsers have few buffers for decoded ones. */
const LEAD_MS = 150
const MAX_DECODED = 12
const SAMPLE = { width: 32, height: 18 } as const

interface Picture {
  readonly timeMs: number
  readonly source: VideoFrame | ImageBitmap
}

/** Whether this page can decode video: browsers allow it only in secure contexts. */
export function canDecode(): boolean {
  return typeof VideoDecoder !== 'undefined'
}

export function createTileView(canvas: HTMLCanvasElement): TileView {
  const context = canvas.getContext('2d', { alpha: false })
  const clock = createFrameClock()
  let watch = watchPictures()
  let decoder: VideoDecoder | null = null
  let config: VideoDecoderConfig | null = null
  let skipsToKey = true
  /** Whether the decoder has a keyframe. */
  let isStarted = false
  /** Pictures that are not decoded yet, in the order of decoding. */
  let queued: PreviewFrame[] = []
  let decoded: Picture[] = []
  let drawn = 0
  let isClosed = false
  /** The newest image. Earlier ones that are decoded after it are dropped. */
  let images = 0

  function configure(data: Uint8Array): void {
    const { codec, width, height, description } = JSON.parse(new TextDecoder().decode(data)) as PreviewConfig
    config = {
      codec,
      codedWidth: width,
      codedHeight: height,
      description: Uint8Array.from(atob(description), (letter) => letter.charCodeAt(0)),
      optimizeForLatency: true,
    }
    clock.reset()
    queued = []
    skipsToKey = true
    open()
  }

  function open(): void {
    if (decoder !== null && decoder.state !== 'closed') decoder.close()
    decoder = null
    isStarted = false
    if (config === null || !canDecode()) return
    decoder = new VideoDecoder({
      output(frame) {
        if (isClosed) return frame.close()
        decoded.push({ timeMs: frame.timestamp / 1000, source: frame })
        if (decoded.length > MAX_DECODED) show(decoded.shift())
      },
      // A damaged picture: decoding starts again at the next keyframe.
      error: () => {
        decoder = null
      },
    })
    decoder.configure(config)
  }

  function add(frame: PreviewFrame): void {
    if (frame.kind === previewKinds.key) skipsToKey = false
    if (queued.length > MAX_QUEUED) {
      queued = []
      skipsToKey = frame.kind !== previewKinds.key
    }
    if (skipsToKey) return
    clock.arrived(frame.timeMs, performance.now())
    queued.push(frame)
  }

  function decodeUntil(dueMs: number): void {
    while (queued[0] !== undefined && clock.dueAt(queued[0].timeMs) <= dueMs) {
      const { kind, timeMs, data } = queued[0]
      queued.shift()
      const isKey = kind === previewKinds.key
      if (decoder === null && isKey) open()
      if (decoder?.state === 'configured' && (isKey || isStarted)) {
        isStarted = true
        decoder.decode(
          new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: timeMs * 1000, data }),
        )
      }
    }
  }

  function showImage(data: Uint8Array<ArrayBuffer>): void {
    images += 1
    const own = images
    createImageBitmap(new Blob([data], { type: 'image/jpeg' })).then(
      (source) => (own === images && !isClosed ? show({ timeMs: 0, source }) : source.close()),
      () => undefined,
    )
  }

  function show(picture: Picture | undefined): void {
    if (picture === undefined) return
    const { source } = picture
    const [width, height] =
      'displayWidth' in source ? [source.displayWidth, source.displayHeight] : [source.width, source.height]
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
    }
    context?.drawImage(source, 0, 0)
    source.close()
    drawn += 1
    canvas.dataset.pictures = String(drawn)
  }

  function drop(): void {
    for (const { source } of decoded) source.close()
    decoded = []
    queued = []
  }

  return {
    take(frame) {
      const { kind, data } = frame
      if (kind === previewKinds.config) configure(data)
      else if (kind === previewKinds.image) showImage(data)
      else if (canDecode()) add(frame)
    },
    draw(nowMs) {
      decodeUntil(nowMs + LEAD_MS)
      const next = decoded.findIndex(({ timeMs }) => clock.dueAt(timeMs) > nowMs)
      const due = decoded.splice(0, next === -1 ? decoded.length : next)
      const last = due.pop()
      for (const { source } of due) source.close()
      show(last)
    },
    signs(nowMs) {
      if (drawn === 0) return null
      return watch(lumaOf(canvas), nowMs)
    },
    clear() {
      drop()
      drawn = 0
      watch = watchPictures()
      context?.clearRect(0, 0, canvas.width, canvas.height)
    },
    close() {
      isClosed = true
      drop()
      if (decoder !== null && decoder.state !== 'closed') decoder.close()
    },
  }
}

let sampler: CanvasRenderingContext2D | null = null

/** Brightness at points of a picture. */
function lumaOf(canvas: HTMLCanvasElement): Uint8Array {
  sampler ??= makeSampler()
  const { width, height } = SAMPLE
  sampler?.drawImage(canvas, 0, 0, width, height)
  const data = sampler?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(0)
  return Uint8Array.from({ length: data.length / 4 }, (_, n) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(n * 4, n * 4 + 3)
    return Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  })
}

function makeSampler() {
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE.width
  canvas.height = SAMPLE.height
  return canvas.getContext('2d', { willReadFrequently: true })
}
