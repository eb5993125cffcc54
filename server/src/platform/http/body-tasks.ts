import { createHash } from 'node:crypto'
import { allCalls, type Call, type CallName, type ProblemId } from '@kinora/contract'
import { Problem, problem } from '../problem.ts'
import { runTask } from '../workers/run-task.ts'
import type { Task } from '../workers/workers.ts'
import { startOfBody } from './body-start.ts'
import { decodeJson } from './json-body.ts'
import { parseInput } from './parse-input.ts'

interface GivenBody {
  readonly callName: CallName
  readonly bytes: Uint8Array
  /** Runs on the parsed body. */
  readonly prepare: Task<unknown, unknown> | null
}

/** A request body as parsed by a worker. */
export interface ReadBody {
  /** The parsed body, or why it is refused. */
  readonly result:
    | { readonly value: unknown }
    | { readonly problem: { readonly id: ProblemId; readonly extra: Problem['extra'] } }
  /** The start of the body as it was sent. */
  readonly start: unknown
  /** Hash of the bytes. */
  readonly hash: string
}

/** Parses and validates a large body. @throws problem request-malformed */
export async function readBody({ callName, bytes, prepare }: GivenBody): Promise<ReadBody> {
  const json = parseJson(decodeJson(bytes))
  return {
    result: await resultOf(callName, json, prepare),
    start: startOfBody(json),
    hash: createHash('sha256').update(bytes).digest('hex'),
  }
}

async function resultOf(
  callName: CallName,
  json: unknown,
  prepare: GivenBody['prepare'],
): Promise<ReadBody['result']> {
  const { body: schema }: Call = allCalls[callName]
  try {
    const value = schema && parseInput(schema, json, 'body')
    return { value: prepare === null ? value : await runTask(prepare, value) }
  } catch (error) {
    if (error instanceof Problem) return { problem: { id: error.id, extra: error.extra } }
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of the error quotes the body, which can contain secrets.
    throw problem('request-malformed', { detail: 'The body is not valid JSON' })
  }
}
