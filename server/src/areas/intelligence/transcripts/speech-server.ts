import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEECH_RATE, wordsOfAnswer } from '@kinora/media'
import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import { messageOf } from '../../../platform/log.ts'
import { MIB } from '../../../platform/settings.ts'
import { EngineFailure, type SpokenPiece, type Transcriber } from './transcriber.ts'

export type SpeechConfig = Pick<
  Config,
  'STT_URL' | 'STT_KEY' | 'STT_MODEL' | 'STT_PROTOCOL' | 'STT_TIMEOUT_S'
>

const MOST_ANSWER_BYTES = 4 * MIB
const HEADER_BYTES = 44

const word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: z.number().optional(),
})
const segment = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  words: z.array(word).optional(),
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
})
const answered = z.object({
  text: z.string(),
  language: z.string().optional(),
  words: z.array(word).optional(),
  segments: z.array(segment).optional(),
})

/** The speech server of the settings, which speaks the protocol of OpenAI or of whisper.cpp; null if none is set. */
export function speechServer(config: SpeechConfig): Transcriber | null {
  const { STT_URL: address, STT_MODEL: model } = config
  if (address === undefined) return null
  return {
    name: model,
    version: '',
    quality: 'good',
    languages: null,
    sendsTo: new URL(address).host,
    isInstalled: async () => true,
    async transcribe(_context, piece) {
      const text = await ask(config, address, piece)
      const answer = answered.safeParse(parseJson(text))
      if (!answer.success) throw invalid('the answer is not a transcript')
      const words = wordsOfAnswer(answer.data, piece.durationS, new Intl.Locale(piece.language).language)
      if (typeof words === 'string') throw invalid(`the answer is ${words}`)
      return words
    },
  }
}

const invalid = (message: string) => new EngineFailure('engine-answer-invalid', message)

async function ask(config: SpeechConfig, address: string, piece: SpokenPiece): Promise<string> {
  const { STT_KEY: key, STT_MODEL: model, STT_PROTOCOL: protocol, STT_TIMEOUT_S: timeoutS } = config
  const path = protocol === 'openai' ? 'audio/transcriptions' : 'inference'
  const form = new FormData()
  form.set('file', new Blob([await wavOf(join(piece.folder, piece.file))]), 'speech.wav')
  form.set('model', model)
  form.set('language', new Intl.Locale(piece.language).language)
  form.set('response_format', 'verbose_json')
  form.set('temperature', '0')
  for (const each of ['word', 'segment']) form.append('timestamp_granularities[]', each)
  try {
    const response = await fetch(`${address.replace(/\/+$/, '')}/${path}`, {
      method: 'POST',
      body: form,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      // The audio and the key go to this server only.
      redirect: 'error',
      signal: AbortSignal.any([piece.signal, AbortSignal.timeout(timeoutS * 1000)]),
    })
    if (response.ok) return await textOf(response)
    await response.body?.cancel()
    const isBusy = response.status >= 500 || response.status === 429
    throw new EngineFailure(isBusy ? 'engine-unreachable' : 'engine-refused', `status ${response.status}`)
  } catch (error) {
    piece.signal.throwIfAborted()
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure('engine-unreachable', messageOf(error))
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MOST_ANSWER_BYTES) throw invalid('the answer is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A WAV file of 16-bit samples. */
async function wavOf(path: string): Promise<Buffer<ArrayBuffer>> {
  const samples = await readFile(path)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SPEECH_RATE, 24)
  header.writeUInt32LE(SPEECH_RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
