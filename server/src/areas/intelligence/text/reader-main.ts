import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  chooseLines,
  type GrayPicture,
  isSureReading,
  letterLooks,
  pgmOf,
  type TextLine,
  textLanguages,
  textPicture,
  textRegions,
} from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import type { ReaderAnswer, ReaderRequest, ReaderStart } from './reader.ts'

/** The part of tesseract.js that Kinora uses. */
interface Recognizer {
  setParameters(parameters: Readonly<Record<string, string>>): Promise<unknown>
  recognize(
    image: Buffer,
    options: object,
    output: { readonly text: boolean; readonly blocks: boolean },
  ): Promise<{ readonly data: { readonly blocks: readonly Block[] | null } }>
}
interface Line {
  readonly text: string
  readonly confidence: number
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
}
interface Block {
  readonly paragraphs: readonly { readonly lines: readonly Line[] }[]
}
interface Tesseract {
  createWorker(language: string, mode: number, options: object): Promise<Recognizer>
}
type Region = ReturnType<typeof textRegions>[number]

const LSTM_ONLY = 1
const UNIFORM_BLOCK = '6'
const CHECK_MS = 500

/** Models are files of packages. Nothing may be fetched. */
globalThis.fetch = async () => {
  throw new Error('text is read without a network')
}

/** Reads text in pictures of a file of raw brightness, one picture for each request. Its threads take a core for seconds and
 * untrusted pictures, so it has its own process. */
await runForked<ReaderStart, ReaderAnswer>(async (start, report, disconnected) => {
  // Memory of WebAssembly is outside the heap of V8.
  setInterval(() => {
    if (process.memoryUsage.rss() > start.memoryBytes) process.exit(1)
  }, CHECK_MS).unref()
  const { createWorker } = createRequire(import.meta.url)(start.program) as Tesseract
  const recognizers = new Map<string, Recognizer>()
  for (const language of textLanguages) {
    const { code, folder: langPath } = start.languages[language]
    const options = { langPath, workerPath: start.worker, cacheMethod: 'none', errorHandler: () => undefined }
    const recognizer = await createWorker(code, LSTM_ONLY, options)
    await recognizer.setParameters({ tessedit_pageseg_mode: UNIFORM_BLOCK, user_defined_dpi: '150' })
    recognizers.set(language, recognizer)
  }

  const readRegion = async (picture: GrayPicture, region: Region): Promise<TextLine[]> => {
    const all: TextLine[] = []
    for (const look of letterLooks) {
      const prepared = textPicture(picture, region, look)
      const image = Buffer.from(pgmOf(prepared))
      for (const language of textLanguages) {
        const result = await recognizers.get(language)?.recognize(image, {}, { text: false, blocks: true })
        for (const { paragraphs } of result?.data.blocks ?? [])
          for (const line of paragraphs.flatMap(({ lines }) => lines))
            all.push(lineOf(line, language, picture, region, prepared.scale))
      }
      // Regions of several lines have one that is sure and others that need another look.
      if (all.length > 0 && all.filter(isSureReading).length === linesIn(all)) break
    }
    return all
  }

  const read = async ({ file, number }: ReaderRequest): Promise<TextLine[]> => {
    const { width, height } = start
    const pixels = Buffer.alloc(width * height)
    const input = await open(file)
    const { bytesRead } = await input.read(pixels, 0, pixels.length, number * pixels.length)
    await input.close()
    // The last frame of a video can be missing.
    if (bytesRead < pixels.length) return []
    const picture = { width, height, pixels }
    const lines: TextLine[] = []
    for (const region of textRegions(picture)) lines.push(...(await readRegion(picture, region)))
    return chooseLines(lines)
  }

  const failed = new Promise<never>((_, reject) => {
    process.on('message', (request: ReaderRequest) => {
      read(request).then((lines) => report({ lines }), reject)
    })
  })
  report({ isReady: true })
  await Promise.race([failed, disconnected])
})

function lineOf(
  { text, confidence, bbox: { x0, y0, x1, y1 } }: Line,
  language: TextLine['language'],
  { width, height }: GrayPicture,
  region: Region,
  scale: number,
): TextLine {
  const box = {
    x: (region.x + x0 / scale) / width,
    y: (region.y + y0 / scale) / height,
    width: (x1 - x0) / scale / width,
    height: (y1 - y0) / scale / height,
  }
  return { text, language, confidence: confidence / 100, box }
}

/** The most lines that one reading of a region had. */
function linesIn(all: readonly TextLine[]): number {
  const counts = new Map<string, number>()
  for (const { language } of all) counts.set(language, (counts.get(language) ?? 0) + 1)
  return Math.max(...counts.values())
}
