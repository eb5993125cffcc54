import { type CallName, type ProblemBody, problems } from '@kinora/contract'
import { adminCalls } from '@kinora/contract/admin-calls.gen'
import { otherCalls } from '@kinora/contract/calls.gen'
import { publicCalls } from '@kinora/contract/public-calls.gen'
import { partsOfCall } from '../../src/lib/api'
import { Frames } from './frames'
import { type Answer, type Answers, empty, pending, type Query, Refusal } from './state'

/** A call and its answer. The tests compare both with the schemas of the contract. */
export interface Exchange {
  readonly call: CallName
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  /** Null without an answer. */
  readonly status: number | null
  readonly answer: unknown
}

type AnyAnswer = Answer<CallName>
type GivenAnswer = AnyAnswer | Promise<AnyAnswer>

/** The most specific path first, as on the server. */
const calls = Object.entries({ ...publicCalls, ...otherCalls, ...adminCalls })
  .map(([name, call]) => ({ name: name as CallName, ...partsOfCall(call) }))
  .map((call) => ({ ...call, url: new URLPattern({ pathname: call.path }) }))
  .toSorted((one, other) => count(one.path) - count(other.path))

function count(path: string): number {
  return path.split(':').length
}

/** Answers all calls of the page from now on. `note` gets each exchange, `miss` each request without an answer. */
export function answerCalls(
  answers: Answers,
  note: (exchange: Exchange) => void,
  miss: (request: string) => void,
): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const call = calls.find(({ method, url }) => method === request.method && url.test({ pathname }))
    if (call === undefined || !Object.hasOwn(answers, call.name)) {
      miss(call?.name ?? `${request.method} ${pathname}`)
      return Promise.reject(new TypeError('no answer'))
    }
    const text = await request.text()
    const asked = {
      params: call.url.exec({ pathname })?.pathname.groups as Record<string, string>,
      query: queryOf(searchParams),
      body: text === '' ? undefined : JSON.parse(text),
    }
    const given = answers[call.name] as GivenAnswer | ((given: typeof asked) => GivenAnswer)
    const answer = await (typeof given === 'function' ? given(asked) : given)
    if (answer === empty && call.kind === 'events') return new Response(openStream(request.signal))
    if (answer instanceof Frames) return new Response(answer.open(request.signal))
    const [status, body] = answerOf(answer)
    note({ call: call.name, ...asked, status, answer: body })
    if (status === null) return forever(request.signal)
    const isText = body === undefined || call.kind === 'file'
    return new Response(isText ? (body as string) : JSON.stringify(body), { status })
  }
}

function answerOf(answer: AnyAnswer): [status: number | null, body: unknown] {
  if (answer === pending) return [null, undefined]
  if (answer === empty) return [204, undefined]
  if (!(answer instanceof Refusal)) return [200, answer]
  const { status, title } = problems[answer.id]
  const body: ProblemBody = {
    type: `https://kinora.example/problems/${answer.id}`,
    title,
    status,
    code: status,
    requestId: 'gallery',
    ...(answer.errors && { errors: answer.errors }),
  }
  return [status, body]
}

/** A parameter that repeats is a list. */
function queryOf(given: URLSearchParams): Query {
  const names = [...new Set(given.keys())]
  return Object.fromEntries(
    names.map((name) => [name, given.getAll(name).length > 1 ? given.getAll(name) : (given.get(name) ?? '')]),
  )
}

/** A stream that stays open and has no events. */
function openStream(signal: AbortSignal): ReadableStream {
  return new ReadableStream({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
  })
}

function forever(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
