import { type AudioLevels, levelBytes, previewHead, previewKinds, type TileState } from '@kinora/contract'

/** Frames of a wall: states of its tiles, a drawing as the picture of those on air, and steady levels. */
export class Frames {
  readonly #tiles: readonly TileState[]
  readonly #ended: Promise<unknown> | null

  /** @param ended the server ends the response then. Null never. */
  constructor(tiles: readonly TileState[], ended: Promise<unknown> | null = null) {
    this.#tiles = tiles
    this.#ended = ended
  }

  /** A response that stays open. */
  open(signal: AbortSignal): ReadableStream {
    const tiles = this.#tiles
    const ended = this.#ended
    let timer = 0
    return new ReadableStream({
      async start(controller) {
        signal.addEventListener('abort', () => {
          clearInterval(timer)
          controller.error(signal.reason)
        })
        for (const [tile, state] of tiles.entries()) {
          send(controller, tile, previewKinds.state, new TextEncoder().encode(JSON.stringify(state)))
          const hasPicture = state.source === 'publisher' && (state.signal?.hidden ?? null) === null
          if (hasPicture) send(controller, tile, previewKinds.image, await drawing(tile))
        }
        const sendLevels = () => {
          for (const [tile, { source }] of tiles.entries())
            if (source === 'publisher') send(controller, tile, previewKinds.levels, levelsOf(tile))
        }
        sendLevels()
        void ended?.then(() => {
          clearInterval(timer)
          controller.close()
        })
        timer = window.setInterval(sendLevels, LEVELS_MS)
      },
      cancel: () => clearInterval(timer),
    })
  }
}

const LEVELS_MS = 340

function send(
  controller: ReadableStreamDefaultController,
  tile: number,
  kind: number,
  data: Uint8Array,
): void {
  controller.enqueue(previewHead(tile, { kind, timeMs: 0, length: data.length }))
  controller.enqueue(data)
}

function levelsOf(tile: number): Uint8Array {
  const left = { peak: -9 - tile, rms: -20 - tile }
  const right = { peak: -12 - tile, rms: -23 - tile }
  const levels: AudioLevels = { stepMs: 85, steps: Array.from({ length: 4 }, () => [left, right]) }
  return levelBytes(levels)
}

async function drawing(tile: number): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(426, 240)
  const context = canvas.getContext('2d')
  if (context) {
    const sky = context.createLinearGradient(0, 0, 426, 240)
    sky.addColorStop(0, `hsl(${tile * 47} 55% 42%)`)
    sky.addColorStop(1, `hsl(${tile * 47 + 60} 60% 70%)`)
    context.fillStyle = sky
    context.fillRect(0, 0, 426, 240)
    context.fillStyle = `hsl(${tile * 47 + 180} 45% 30%)`
    context.beginPath()
    context.arc(120 + tile * 30, 190, 90, 0, 2 * Math.PI)
    context.fill()
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
  return new Uint8Array(await blob.arrayBuffer())
}
