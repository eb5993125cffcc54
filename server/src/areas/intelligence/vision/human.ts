import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Seen } from '@kinora/media'
import type { VisionProgram } from './vision-process.ts'

/** A face, a body or an object that was found in a frame. */
export interface Found {
  readonly score: number
  readonly boxRaw: readonly [number, number, number, number]
}

/** The part of Human that Kinora uses. */
interface Human {
  load(): Promise<void>
  detect(
    tensor: object,
    config?: object,
  ): Promise<{
    face: (Found & { readonly embedding?: readonly number[] })[]
    body: Found[]
    object: (Found & { readonly label: string })[]
    error: string | null
  }>
  readonly tf: {
    tensor(values: Uint8Array, shape: number[], type: 'float32'): object & { dispose(): void }
  }
}
interface HumanModule {
  readonly Human: new (config: object) => Human
}

const off = { enabled: false }
export const everyFrame = { skipFrames: 0, skipTime: 0 }

/** Loads Human with the models of its package. Nothing else may be fetched.
 * @param parts what it searches for */
export async function openHuman({ program, models, wasm }: VisionProgram, parts: object) {
  globalThis.fetch = async (input) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('file:')) throw new Error(`${url} is not a model of the package`)
    return new Response(await readFile(fileURLToPath(url)))
  }
  const { Human } = createRequire(import.meta.url)(program) as HumanModule
  const human = new Human({
    backend: 'wasm',
    modelBasePath: pathToFileURL(models).href,
    wasmPath: wasm,
    async: false,
    warmup: 'none',
    cacheSensitivity: 0,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    ...parts,
  })
  await human.load()
  return {
    /** Searches a frame of RGB with 8 bits. @throws if the models fail */
    async search(
      frame: Uint8Array,
      { width, height }: { readonly width: number; readonly height: number },
      config?: object,
    ) {
      const tensor = human.tf.tensor(frame, [1, height, width, 3], 'float32')
      const found = await human.detect(tensor, config)
      tensor.dispose()
      if (found.error !== null) throw new Error(found.error)
      return found
    },
  }
}

/** Configuration of the search for faces. @param isDescribed whether faces get an embedding */
export function faceConfig(minConfidence: number, isDescribed: boolean) {
  return {
    enabled: true,
    detector: { maxDetected: 8, minConfidence, rotation: false, return: false, ...everyFrame },
    mesh: off,
    iris: off,
    emotion: off,
    description: { enabled: isDescribed, ...everyFrame },
  }
}

/** A box as shares of the frame. Null for one outside of it, and for one that is not sure. */
export function boxOf({ score, boxRaw }: Found, least: number): Seen | null {
  const [left, top, width, height] = boxRaw
  const [x, y] = [within(left), within(top)]
  const box = { x, y, width: within(left + width) - x, height: within(top + height) - y, score }
  return score >= least && box.width > 0 && box.height > 0 ? box : null
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
