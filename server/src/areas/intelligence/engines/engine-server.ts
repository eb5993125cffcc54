import { messageOf } from '../../../platform/log.ts'
import { MIB } from '../../../platform/settings.ts'

/** An engine did not answer, refused, or answered what cannot be true. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: 'engine-unreachable' | 'engine-refused' | 'engine-answer-invalid'

  /** @param message in English, for the log */
  constructor(reason: EngineFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export const invalidAnswer = (message: string) => new EngineFailure('engine-answer-invalid', message)

interface EngineRequest {
  /** The address of the settings, and the path below it. */
  readonly address: string
  readonly path: string
  /** Sent as a bearer token. */
  readonly key: string | undefined
  /** A form, or a value that is sent as JSON. Null asks with GET. */
  readonly body: object | null
  /** Ends the request, also after its time. */
  readonly signal: AbortSignal
  /** Longer answers are refused. */
  readonly mostBytes?: number
}

const MOST_ANSWER_BYTES = 4 * MIB

/** Asks an engine at an address of the settings. The request goes to this server only.
 * @returns the JSON of its answer, or null if it is none @throws EngineFailure */
export async function askEngine(request: EngineRequest): Promise<unknown> {
  const { address, path, key, body, signal, mostBytes = MOST_ANSWER_BYTES } = request
  const isForm = body instanceof FormData
  try {
    const response = await fetch(`${address.replace(/\/+$/, '')}/${path}`, {
      method: body === null ? 'GET' : 'POST',
      ...(body !== null && { body: isForm ? body : JSON.stringify(body) }),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== null && !isForm && { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal,
    })
    if (response.ok) return parseJson(await textOf(response, mostBytes))
    await response.body?.cancel()
    const isBusy = response.status >= 500 || response.status === 429
    throw new EngineFailure(isBusy ? 'engine-unreachable' : 'engine-refused', `status ${response.status}`)
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure('engine-unreachable', messageOf(error), { cause: error })
  }
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytes) throw invalidAnswer('the answer is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The value of a JSON text, or null if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
