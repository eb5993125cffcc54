import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EngineId, textLanguages } from '@kinora/contract'
import type { SpokenWord, TextLine } from '@kinora/media'
import { listen } from '../audio/listener.ts'
import { languageModel } from '../enrichment/language-model.ts'
import { writeMetadata } from '../enrichment/written.ts'
import type { Intelligence } from '../intelligence.ts'
import { nearness, storedVector } from '../meaning/vector.ts'
import { openTextReader } from '../text/reader.ts'
import { transcriberWith } from '../transcripts/engines.ts'
import type { Transcriber } from '../transcripts/transcriber.ts'
import { analysisServer } from '../video-analysis/analysis-server.ts'
import { findPeople } from '../vision/vision.ts'
import {
  faceSample,
  meaningSample,
  saidSample,
  spokenSample,
  type TestFolder,
  textSample,
  writePicture,
  writeSpeech,
  writeVideo,
} from './samples.ts'

/** An engine worked, and did not find what its sample has. */
export class SampleMissed extends Error {
  override readonly name = 'SampleMissed'
}

/** The engine is not installed, or no longer in the settings. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

type Context = Pick<Intelligence, 'ffmpeg' | 'config' | 'embedder' | 'recognizer'>

/** Has an engine work on its sample. @returns what it found, in a few words, or null
 * @throws SampleMissed, EngineMissing and what the engine throws */
export type Trial = (context: Context, test: TestFolder) => Promise<string | null>

/** Engines may be off by so much. */
const MOST_OFF_S = 0.5
/** An engine that writes drafts may miss a word. */
const LEAST_WORDS = 2
const LONGEST_EMBEDDING_MS = 60_000
/** The cosine of a similar sentence is larger by so much. */
const LEAST_CLOSER = 0.2

export const trials: Readonly<Record<EngineId, Trial>> = {
  'video-analysis': tryAnalysisServer,
  'speech-server': (context, test) => tryTranscriber(context, test, 'speech-server'),
  'speech-model': (context, test) => tryTranscriber(context, test, 'speech-model'),
  pocketsphinx: (context, test) => tryTranscriber(context, test, 'pocketsphinx'),
  silero: tryListener,
  tesseract: tryReader,
  human: tryVision,
  meaning: tryEmbedder,
  'language-model': tryLanguageModel,
}

async function tryTranscriber(context: Context, test: TestFolder, id: Transcriber['id']): Promise<string> {
  const transcriber = transcriberWith(context.config, id)
  if (transcriber === null || !(await transcriber.isInstalled())) throw new EngineMissing()
  const file = basename(await writeSpeech(context, test))
  const { durationS, language } = spokenSample
  return heardIn(await transcriber.transcribe(context, { ...test, file, startS: 0, durationS, language }))
}

/** The words that were heard. @throws SampleMissed if they are others, or at other times */
function heardIn(words: readonly SpokenWord[]): string {
  const text = words.map((word) => word.text).join(' ')
  const isHeard = (wanted: string, middleS: number) =>
    words.some(
      (word) =>
        plain(word.text) === wanted && Math.abs((word.startS + word.endS) / 2 - middleS) <= MOST_OFF_S,
    )
  const heard = [...spokenSample.words].filter(([wanted, middleS]) => isHeard(wanted, middleS))
  if (heard.length < LEAST_WORDS) throw new SampleMissed(text)
  return text
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

async function tryAnalysisServer(context: Context, test: TestFolder): Promise<string> {
  const server = analysisServer(context.config)
  if (server === null) throw new EngineMissing()
  const { durationS, language } = spokenSample
  const question = { durationS, language, parts: ['speech', 'text'] } as const
  const id = await server.send(await writeVideo(context, test), question, test.signal)
  for (;;) {
    const findings = await server.result(id, question, test.signal)
    if (findings !== null) return `${heardIn(findings.words)}; ${readIn(findings.lines)}`
    await pause(server.pollS * 1000, undefined, { signal: test.signal })
  }
}

async function tryListener(context: Context, test: TestFolder): Promise<null> {
  const { speech } = await listen(await writeSpeech(context, test), test.signal)
  const { silentS, words, durationS } = spokenSample
  const [start = durationS] = speech[0] ?? []
  const isHeard = [...words.values()].every((atS) => speech.some(([from, to]) => atS >= from && atS <= to))
  if (!isHeard || start < silentS - MOST_OFF_S)
    throw new SampleMissed(speech.map(([from, to]) => `${from.toFixed(1)}–${to.toFixed(1)} s`).join(', '))
  return null
}

async function tryReader(context: Context, test: TestFolder): Promise<string> {
  const file = await writePicture(context, test, textSample, 'gray')
  const reader = await openTextReader(textSample, test.signal)
  try {
    const lines = await reader.read({ file, number: 0 })
    return readIn(lines)
  } finally {
    reader.close()
  }
}

/** The lines that were read. @throws SampleMissed if a language is missing */
function readIn(lines: readonly Pick<TextLine, 'text' | 'language'>[]): string {
  const text = lines.map((line) => line.text).join(', ')
  const isRead = (language: keyof typeof textSample.lines) =>
    lines.some((line) => line.language === language && line.text.includes(textSample.lines[language]))
  if (!textLanguages.every(isRead)) throw new SampleMissed(text)
  return text
}

async function tryVision(context: Context, test: TestFolder): Promise<null> {
  const { width, height } = faceSample
  const file = await writePicture(context, test, faceSample, 'rgb24')
  const [frame] = await findPeople({ file, width, height }, { signal: test.signal })
  if (frame?.faces.length !== 1) throw new SampleMissed(`${frame?.faces.length ?? 0} faces`)
  return null
}

async function tryEmbedder({ embedder }: Context): Promise<null> {
  const { question, near, far } = meaningSample
  const [asked = [], ...vectors] = await embedder.embed([question, near, far], LONGEST_EMBEDDING_MS)
  const [close = 0, away = 0] = vectors.map((vector) => nearness(asked, storedVector(vector)))
  if (close < LEAST_CLOSER + away) throw new SampleMissed(`${close.toFixed(2)}, ${away.toFixed(2)}`)
  return null
}

async function tryLanguageModel({ config }: Context): Promise<string> {
  const model = languageModel(config)
  if (model === null) throw new EngineMissing()
  return (await writeMetadata(model, saidSample, spokenSample.language)).title
}
