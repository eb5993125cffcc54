import type { IncomingMessage } from 'node:http'
import { type EngineServer, type Must, openEngineServer } from './engine-server.ts'

/** A request of a transcript. */
export interface Heard {
  readonly language: string
  readonly durationS: number
}

export interface SpeechServer extends Omit<EngineServer<Heard>, 'asked'> {
  readonly key: string
  /** The pieces of audio that came. */
  readonly heard: Heard[]
}

const KEY = 'speech-key-1'
const HEADER_BYTES = 44
const BYTES_A_SECOND = 32_000

/** A server that speaks the protocol of OpenAI for transcripts, and takes it strictly. */
export async function openSpeechServer(): Promise<SpeechServer> {
  const { asked: heard, ...server } = await openEngineServer(readPiece)
  return { ...server, heard, key: KEY }
}

/** Words of equal length, from the second second of a piece. */
export function spokenWords(text: string, fromS = 1) {
  return text.split(' ').map((word, n) => ({ word, start: fromS + n * 0.2, end: fromS + n * 0.2 + 0.2 }))
}

async function readPiece(
  { method, url, headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  must: Must,
): Promise<Heard> {
  const { 'content-type': type = '', authorization } = headers
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  must(method === 'POST' && url === '/v1/audio/transcriptions', `${url}`)
  must(authorization === `Bearer ${KEY}`, `authorization ${authorization}`)
  must(form.get('model') === 'whisper-1', `model ${form.get('model')}`)
  // Servers that distinguish speakers refuse times of words, and want to cut the audio themselves.
  const isDiarized = form.get('response_format') === 'diarized_json'
  must(isDiarized || form.get('response_format') === 'verbose_json', 'response_format')
  must(form.getAll('timestamp_granularities[]').includes('word') !== isDiarized, 'timestamp_granularities[]')
  must((form.get('chunking_strategy') === 'auto') === isDiarized, 'chunking_strategy')
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('the request has no file')
  const bytes = Buffer.from(await file.arrayBuffer())
  must(bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) === bytes.length - 8, 'RIFF')
  must(bytes.readUInt32LE(24) === 16_000 && bytes.readUInt16LE(34) === 16, 'samples')
  return {
    language: String(form.get('language')),
    durationS: (bytes.length - HEADER_BYTES) / BYTES_A_SECOND,
  }
}
