import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { initSync, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { Resvg } from '@resvg/resvg-js'
import { fontFiles } from './fonts.ts'
import type { RenderAnswer, RenderRequest } from './render.ts'

/** Priority of the thread, as low as that of other workers. */
const NICENESS = 5
/** Errors with their place in the source. */
const DIAGNOSTICS = 2

// Only on Linux each thread has a priority of its own.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.once('message', async (request: RenderRequest) => {
  parentPort?.postMessage(await answerTo(request))
})

async function answerTo({ pdf: asked, picture, pathsOnly }: RenderRequest): Promise<RenderAnswer> {
  try {
    const pdf = asked === null ? null : await compile(asked.template, asked.data)
    return { pdf, picture: picture === null ? null : draw(picture, pathsOnly === true) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Compiles a template with the parts that all share. It can read no files, and the data is only a string to it. */
async function compile(template: string, data: string): Promise<Uint8Array> {
  const require = createRequire(import.meta.url)
  initSync({ module: readFileSync(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) })
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const file of fontFiles()) await builder.add_raw_font(readFileSync(file))
  const compiler = await builder.build()
  compiler.add_source('/parts.typ', readFileSync(join(import.meta.dirname, 'parts.typ'), 'utf8'))
  compiler.add_source('/main.typ', readFileSync(template, 'utf8'))
  const { result, diagnostics } = compiler.compile('/main.typ', [['data', data]], 'pdf', DIAGNOSTICS)
  if (!(result instanceof Uint8Array))
    throw new Error(`a document was not compiled: ${JSON.stringify(diagnostics)}`)
  return result
}

function draw(svg: string, pathsOnly: boolean): Uint8Array {
  const font = { fontFiles: fontFiles(), loadSystemFonts: false, defaultFontFamily: 'Geist' }
  const drawing = new Resvg(svg, { font })
  return pathsOnly ? new TextEncoder().encode(drawing.toString()) : drawing.render().asPng()
}
