import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of a transcript. */
export interface Heard {
  readonly language: string
  readonly durationS: number
}

type Reply = (heard: Heard, response: ServerResponse) => void

export interface SpeechServer {
  readonly url: string
  readonly key: string
  /** The pieces of audio that came. */
  readonly heard: Heard[]
  /** Faults of the requests. */
  readonly faults: string[]
  reply(next: Reply): void
  close(): Promise<void>
}

const KEY = 'speech-key-1'
const HEADER_BYTES = 44
const BYTES_A_SECOND = 32_000

/** A server that speaks the protocol of OpenAI for transcripts, and takes it strictly. */
export async function openSpeechServer(): Promise<SpeechServer> {
  const heard: Heard[] = []
  const faults: string[] = []
  let answer: Reply = (_heard, response) => void response.writeHead(500).end()
  const server = createServer(async (request, response) => {
    const piece = await readPiece(request, faults)
    heard.push(piece)
    answer(piece, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/`,
    key: KEY,
    heard,
    faults,
    reply: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Words of equal length, from the second second of a piece. */
export function spokenWords(text: string, fromS = 1) {
  return text.split(' ').map((word, n) => ({ word, start: fromS + n * 0.2, end: fromS + n * 0.2 + 0.2 }))
}

async function readPiece(request: IncomingMessage, faults: string[]): Promise<Heard> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { 'content-type': type = '', authorization } = request.headers
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
  const must = (isRight: boolean, fault: string) => void (isRight || faults.push(fault))
  must(request.method === 'POST' && request.url === '/v1/audio/transcriptions', `${request.url}`)
  must(authorization === `Bearer ${KEY}`, `authorization ${authorization}`)
  must(form.get('model') === 'whisper-1', `model ${form.get('model')}`)
  must(form.get('response_format') === 'verbose_json', 'response_format')
  must(form.getAll('timestamp_granularities[]').includes('word'), 'timestamp_granularities[]')
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
