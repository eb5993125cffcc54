import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const run = promisify(execFile)

/** A picture of 8-bit brightness. */
export interface GrayPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Pixels of a point: letters are readable, and files small. */
const SCALE = 0.75
/** Side of the squares that are compared, in pixels. */
const SQUARE = 6
/** Mean difference of a square that people see. */
const SEEN = 12

/** Renders the pages of a PDF, with the engine that Chromium has. */
export async function pdfPictures(pdf: Uint8Array): Promise<GrayPicture[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    const pictures: GrayPicture[] = []
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: SCALE, colorSpace: 'Gray' })
      pictures.push({ width, height, pixels: data })
    }
    return pictures
  } finally {
    document.destroy()
    library.destroy()
  }
}

/** The text of each page of a PDF, as people copy it. */
export async function pdfTexts(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    return Array.from(document.pages(), (page) => page.getText())
  } finally {
    document.destroy()
    library.destroy()
  }
}

/** Share of the squares in which two pictures differ so that people see it. 1 for pictures of other sizes. */
export function differenceOf(one: GrayPicture, other: GrayPicture): number {
  const { width, height } = one
  if (other.width !== width || other.height !== height) return 1
  const [columns, rows] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)]
  const sums = new Float64Array(columns * rows)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const square = Math.floor(y / SQUARE) * columns + Math.floor(x / SQUARE)
      const at = y * width + x
      sums[square] = (sums[square] ?? 0) + Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0))
    }
  return sums.filter((sum) => sum / SQUARE ** 2 > SEEN).length / sums.length
}

/** Reads a PNG. */
export async function readPicture(path: string): Promise<GrayPicture> {
  const gray = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-']
  const options = { encoding: 'buffer', maxBuffer: 16 * 1024 ** 2 } as const
  const { stdout: pixels } = await run('ffmpeg', ['-v', 'error', '-i', path, ...gray], options)
  const size = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0', path]
  const { stdout } = await run('ffprobe', ['-v', 'error', ...size])
  const [width = 0, height = 0] = stdout.trim().split(',').map(Number)
  return { width, height, pixels }
}

/** Writes a PNG, for people to look at. */
export async function writePicture(path: string, { width, height, pixels }: GrayPicture): Promise<void> {
  const raw = `${path}.gray`
  await writeFile(raw, pixels)
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-i', raw]
  await run('ffmpeg', ['-v', 'error', '-y', ...input, '-compression_level', '100', path])
  await rm(raw)
}
