import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Seen, SeenFrame } from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import type { VisionMessage, VisionStart } from './vision.ts'

type Found = { readonly score: number; readonly boxRaw: readonly [number, number, number, number] }

/** The part of Human that Kinora uses. */
interface Human {
  load(): Promise<void>
  detect(tensor: object): Promise<{ face: Found[]; body: Found[]; error: string | null }>
  readonly tf: {
    tensor(values: Uint8Array, shape: number[], type: 'float32'): object & { dispose(): void }
  }
}
interface HumanModule {
  readonly Human: new (config: object) => Human
}

const REPORT_FRAMES = 10

/** Models are files of the package. Nothing else may be fetched. */
globalThis.fetch = async (input) => {
  const url = String(input instanceof Request ? input.url : input)
  if (!url.startsWith('file:')) throw new Error(`${url} is not a model of the package`)
  return new Response(await readFile(fileURLToPath(url)))
}

/** Finds faces and bodies in a file of raw frames. The library takes a core for seconds, so it has its own process. */
await runForked<VisionStart, VisionMessage>(async (start, report) => {
  const { Human } = createRequire(import.meta.url)(start.program) as HumanModule
  const human = new Human(configOf(start))
  await human.load()
  const { width, height, rate } = start
  const input = await open(start.file)
  const frame = Buffer.alloc(width * height * 3)
  const frames: SeenFrame[] = []
  for (;;) {
    const { bytesRead } = await input.read(frame, 0, frame.length, frames.length * frame.length)
    if (bytesRead < frame.length || !process.connected) break
    const tensor = human.tf.tensor(frame, [1, height, width, 3], 'float32')
    const { face, body, error } = await human.detect(tensor)
    tensor.dispose()
    if (error !== null) throw new Error(error)
    const faces = seenIn(face, start.leastFace)
    frames.push({ timeS: frames.length / rate, faces, bodies: seenIn(body, start.leastBody) })
    if (frames.length % REPORT_FRAMES === 0) report({ searched: frames.length })
  }
  await input.close()
  report({ frames })
})

function configOf({ models, wasm, leastFace, leastBody }: VisionStart): object {
  const off = { enabled: false }
  const everyFrame = { skipFrames: 0, skipTime: 0 }
  return {
    backend: 'wasm',
    modelBasePath: pathToFileURL(models).href,
    wasmPath: wasm,
    async: false,
    warmup: 'none',
    cacheSensitivity: 0,
    filter: off,
    gesture: off,
    face: {
      enabled: true,
      detector: { maxDetected: 8, minConfidence: leastFace, rotation: false, return: false, ...everyFrame },
      mesh: off,
      iris: off,
      emotion: off,
      description: off,
    },
    body: { enabled: true, maxDetected: 1, minConfidence: leastBody, ...everyFrame },
    hand: off,
    object: off,
    segmentation: off,
  }
}

function seenIn(found: readonly Found[], least: number): Seen[] {
  return found.flatMap(({ score, boxRaw }) => {
    const [left, top, width, height] = boxRaw
    const [x, y] = [within(left), within(top)]
    const box = { x, y, width: within(left + width) - x, height: within(top + height) - y, score }
    return score >= least && box.width > 0 && box.height > 0 ? [box] : []
  })
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
