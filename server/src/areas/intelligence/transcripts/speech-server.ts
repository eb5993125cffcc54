import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEECH_RATE, wordsOfAnswer } from '@kinora/media'
import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import { askEngine, invalidAnswer } from '../engines/engine-server.ts'
import type { SpokenPiece, Transcriber } from './transcriber.ts'

export type SpeechConfig = Pick<
  Config,
  'STT_URL' | 'STT_KEY' | 'STT_MODEL' | 'STT_PROTOCOL' | 'STT_FORMAT' | 'STT_TIMEOUT_S'
>

const HEADER_BYTES = 44
/** Names of speakers hold for one piece, so pieces are long: about 19 MB. */
const DIARIZED_S = 600

const word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: z.number().optional(),
  speaker: z.string().optional(),
})
const segment = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  words: z.array(word).optional(),
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
  speaker: z.string().optional(),
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
    id: 'speech-server',
    name: model,
    version: '',
    quality: 'good',
    languages: null,
    sendsTo: new URL(address).host,
    mostPieceS: config.STT_FORMAT === 'diarized_json' ? DIARIZED_S : null,
    isInstalled: async () => true,
    async transcribe(_context, piece) {
      const answer = answered.safeParse(await ask(config, address, piece))
      if (!answer.success) throw invalidAnswer('the answer is not a transcript')
      const words = wordsOfAnswer(answer.data, piece.durationS, new Intl.Locale(piece.language).language)
      if (typeof words === 'string') throw invalidAnswer(`the answer is ${words}`)
      return words
    },
  }
}

async function ask(config: SpeechConfig, address: string, piece: SpokenPiece): Promise<unknown> {
  const { STT_KEY: key, STT_MODEL: model, STT_PROTOCOL: protocol, STT_FORMAT: format } = config
  const body = new FormData()
  body.set('file', new Blob([await wavOf(join(piece.folder, piece.file))]), 'speech.wav')
  body.set('model', model)
  body.set('language', new Intl.Locale(piece.language).language)
  body.set('response_format', format)
  body.set('temperature', '0')
  if (format === 'diarized_json') body.set('chunking_strategy', 'auto')
  else for (const each of ['word', 'segment']) body.append('timestamp_granularities[]', each)
  const path = protocol === 'openai' ? 'audio/transcriptions' : 'inference'
  const signal = AbortSignal.any([piece.signal, AbortSignal.timeout(config.STT_TIMEOUT_S * 1000)])
  try {
    return await askEngine({ address, path, key, body, signal })
  } catch (error) {
    piece.signal.throwIfAborted()
    throw error
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
