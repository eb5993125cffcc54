import { join } from 'node:path'
import { SPEECH_RATE } from '@kinora/media'
import { linkOrCopyFile } from '../../../platform/ffmpeg/index.ts'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import type { Intelligence } from '../intelligence.ts'

/** A folder for a test, with the signal that ends it. */
export interface TestFolder {
  readonly folder: string
  readonly signal: AbortSignal
}

/** "The weather will be sunny on Friday", spoken by a synthetic voice after a second of silence: words with the times
 * of their middles, in seconds. */
export const spokenSample = {
  file: 'speech.flac',
  durationS: 4,
  language: 'en',
  silentS: 1,
  words: new Map([
    ['weather', 1.35],
    ['sunny', 2.1],
    ['friday', 2.75],
  ]),
} as const

/** A line in each language in which text in pictures is read. */
export const textSample = {
  file: 'text.png',
  width: 1280,
  height: 720,
  lines: { en: 'Evening news', hi: 'शिक्षा मंत्री', ar: 'وزير التعليم', te: 'విద్యా శాఖ మంత్రి' },
} as const

/** Eileen Collins, photographed by NASA in 1999; public domain. */
export const faceSample = { file: 'astronaut.jpg', width: 384, height: 384 } as const

/** A question, a sentence with a similar meaning and other words, and one about something else. */
export const meaningSample = {
  question: 'shortage of medical staff',
  near: 'Doctors at the hospital ask for more nurses.',
  far: 'The team won the final in the last over.',
} as const

/** Sentences of a transcript, for a language model. */
export const saidSample = [
  'Good evening, this is the news from the harbour.',
  'A second crane for ships starts to work on Monday.',
  'The minister opened it this morning.',
].map((text, n) => ({ startMs: n * 5000, text }))

type Context = Pick<Intelligence, 'ffmpeg'>

/** Writes the samples of the spoken sentence: 16 bits at 16 kHz. @returns its path */
export async function writeSpeech(context: Context, test: TestFolder): Promise<string> {
  const raw = ['-ar', String(SPEECH_RATE), '-ac', '1', '-f', 's16le']
  return decode(context, test, spokenSample.file, [...raw, 'speech.raw'])
}

/** Writes a picture as raw pixels. @returns its path */
export async function writePicture(
  context: Context,
  test: TestFolder,
  { file, width, height }: { readonly file: string; readonly width: number; readonly height: number },
  format: 'gray' | 'rgb24',
): Promise<string> {
  const pixels = ['-vf', `scale=${width}:${height}`, '-pix_fmt', format, '-frames:v', '1', '-f', 'rawvideo']
  return decode(context, test, file, [...pixels, 'picture.raw'])
}

/** Writes a video of the picture with text and of the spoken sentence. @returns its path */
export async function writeVideo(context: Context, test: TestFolder): Promise<string> {
  await bring(test, textSample.file)
  const picture = ['-loop', '1', '-framerate', '5', '-i', textSample.file, '-map', '1:v', '-map', '0:a']
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const output = ['-t', String(spokenSample.durationS), 'sample.mp4'] as const
  return decode(context, test, spokenSample.file, [...picture, ...encoding, ...output])
}

async function decode(
  { ffmpeg }: Context,
  { folder, signal }: TestFolder,
  sample: string,
  output: readonly [...string[], string],
): Promise<string> {
  await bring({ folder }, sample)
  const args = ['-v', 'error', '-i', sample, ...output]
  await ffmpeg.run('ffmpeg', args, { limits: imageLimits, cwd: folder, signal })
  return join(folder, output.at(-1) ?? '')
}

async function bring({ folder }: Pick<TestFolder, 'folder'>, sample: string): Promise<void> {
  await linkOrCopyFile(join(import.meta.dirname, 'samples', sample), folder, sample)
}
