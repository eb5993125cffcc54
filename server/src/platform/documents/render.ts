import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Longer than the largest document takes on a slow machine. */
const WALL_MS = 120_000
const HEAP_MIB = 512

/** @param pdf path of the Typst template, which imports `/parts.typ`, and JSON for it; null for no PDF
 * @param picture SVG to draw, or null
 * @param pathsOnly draws it as SVG whose texts are paths, so that it needs no fonts, and not as PNG */
export interface RenderRequest {
  readonly pdf: { readonly template: string; readonly data: string } | null
  readonly picture: string | null
  readonly pathsOnly?: true
}
interface Rendered {
  readonly pdf: Uint8Array | null
  /** PNG, or SVG with `pathsOnly`. */
  readonly picture: Uint8Array | null
}
export type RenderAnswer = Rendered | { readonly error: string }

/** Renders a PDF and a picture in a thread of its own, which ends with it: Typst holds 300 MB, and hostile input can be
 * stopped. @throws Error if it fails or takes too long */
export async function render(request: RenderRequest, signal: AbortSignal): Promise<Rendered> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  })
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(WALL_MS)])
    const answered = once(worker, 'message', { signal: limits })
    worker.postMessage(request)
    const [answer]: RenderAnswer[] = await answered
    if (answer === undefined) throw new Error('the worker gave no answer')
    if ('error' in answer) throw new Error(answer.error)
    return answer
  } finally {
    await worker.terminate()
  }
}
