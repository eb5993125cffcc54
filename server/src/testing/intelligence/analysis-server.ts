import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EngineServer, type Must, openEngineServer } from './engine-server.ts'

/** A video that came, or the ID whose result was asked for. */
export type AnalysisRequest =
  | {
      readonly kind: 'video'
      readonly bytes: number
      readonly language: string
      readonly parts: readonly string[]
    }
  | { readonly kind: 'question'; readonly id: string }

export interface AnalysisTestServer extends EngineServer<AnalysisRequest> {
  readonly key: string
  /** Takes videos, and answers questions for their results. */
  answer(result: (response: ServerResponse, question: number, id: string) => void): void
}

const KEY = 'analysis-key-1'
/** The ID of the first analysis after `answer`, the second and so on. */
export const analysisId = (number: number) => `analysis ${number}/ä`

/** A server for video analysis, which takes its protocol strictly. */
export async function openAnalysisServer(): Promise<AnalysisTestServer> {
  const server = await openEngineServer(readRequest)
  return {
    ...server,
    key: KEY,
    answer(result) {
      let [videos, questions] = [0, 0]
      server.reply((asked, response) => {
        if (asked.kind === 'video') {
          videos += 1
          return json(response, { id: analysisId(videos) })
        }
        questions += 1
        result(response, questions, asked.id)
      })
    },
  }
}

export function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readRequest(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  must: Must,
): Promise<AnalysisRequest> {
  const { 'content-type': type = '', authorization } = headers
  must(authorization === `Bearer ${KEY}`, `authorization ${authorization}`)
  if (method === 'GET') {
    const [, id = ''] = /^\/v1\/analyses\/([^/]+)$/.exec(url) ?? []
    must(/^analysis \d+\/ä$/.test(decodeURIComponent(id)), url)
    must(body.length === 0 && type === '', 'a question with a body')
    return { kind: 'question', id: decodeURIComponent(id) }
  }
  must(method === 'POST' && url === '/v1/analyses', `${method} ${url}`)
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const file = form.get('video')
  if (!(file instanceof File)) throw new Error('the request has no video')
  const bytes = Buffer.from(await file.arrayBuffer())
  must(bytes.toString('latin1', 4, 8) === 'ftyp', 'the video is no MP4 file')
  return {
    kind: 'video',
    bytes: bytes.length,
    language: String(form.get('language')),
    parts: form.getAll('parts[]').map(String),
  }
}
