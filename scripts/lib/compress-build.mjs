import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and pictures are compressed already, and the server fills in the pages. */
const compressed = new Set(['.js', '.css', '.svg', '.json'])

const forms = [
  { ending: '.br', press: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(bytes)) },
  { ending: '.gz', press: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** Writes `x.js.br` and `x.js.gz` beside `x.js`, for all files of a build that are worth it. */
export async function compressBuild(folder) {
  const files = await readdir(folder, { recursive: true })
  const worth = files.filter((file) => compressed.has(path.extname(file)))
  await Promise.all(worth.map((file) => compressFile(path.join(folder, file))))
}

async function compressFile(file) {
  const bytes = await readFile(file)
  const pressed = await Promise.all(forms.map(({ press }) => press(bytes)))
  // A form that saves nothing costs the browser time.
  await Promise.all(
    forms.map(({ ending }, index) =>
      pressed[index].length < bytes.length ? writeFile(file + ending, pressed[index]) : undefined,
    ),
  )
}

function brotliOptions(bytes) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
}
