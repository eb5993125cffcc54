import { allCalls, type Call, type CallName, problemBody } from '@kinora/contract'
import { parseInput } from '../../platform/http/parse-input.ts'
import { convertStrings, unknownParameters } from '../../platform/http/query.ts'
import { Problem } from '../../platform/problem.ts'

/** A request and its answer, which did not come from the server: one that the gallery of the console recorded. */
export interface Exchange {
  readonly call: CallName
  readonly params: Record<string, string>
  readonly query: Record<string, string | string[]>
  readonly body: unknown
  /** Null without an answer. */
  readonly status: number | null
  readonly answer: unknown
}

/** Differences between the contract and the request or its answer. */
export function mistakesIn({ call: name, params, query, body, status, answer }: Exchange): string[] {
  const call: Call = allCalls[name]
  const unknown = unknownParameters(call.query, query)
  const answered = status === null ? undefined : status < 400 ? call.answer : problemBody
  const mistakes = [
    ...unknown.map((parameter) => `query.${parameter}: Unknown parameter`),
    ...mistakesOf(call.params, call.params && convertStrings(call.params, params), 'params'),
    ...mistakesOf(call.query, call.query && convertStrings(call.query, query), 'query'),
    // The answer can be that the request is wrong.
    ...(status === 400 ? [] : mistakesOf(call.body, body, 'body')),
    ...mistakesOf(answered, answer, 'answer'),
  ]
  return mistakes.map((mistake) => `${name} ${mistake}`)
}

function mistakesOf(schema: Call['answer'], value: unknown, where: string): string[] {
  try {
    if (schema !== undefined) parseInput(schema, value, 'body')
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.extra.errors ?? []).map(({ path, message }) => `${path.replace('body', where)}: ${message}`)
  }
}
