import type { contract } from '@kinora/contract'
/** The subset of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Answer {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly [AreaName]
  readonly summary: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-right'?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Answer>>
}

type AreaName = keyof typeof contract

/** The OpenAPI document that the installation serves. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One API call, prepared for the page. */
export interface ApiCall {
  readonly id: string
  readonly area: AreaName
  readonly method: string
  readonly path: string
  readonly summary: string
  /** An API token may make the call. */
  readonly takesToken: boolean
  readonly needsSession: boolean
  readonly right: string | null
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  readonly answer: { readonly status: number; readonly type: string | null; readonly schema: Schema | null }
  readonly failures: readonly { readonly status: number; readonly description: string }[]
}

const json = 'application/json'

export function callsOf(document: OpenApi): ApiCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(path, method, operation)),
  )
}

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, tags, summary, security, parameters, requestBody, responses } = operation
  const statuses = Object.entries(responses).map(([status, answer]) => ({ status: Number(status), answer }))
  const success = statuses.find(({ status }) => status < 400)
  const [type = null] = Object.keys(success?.answer.content ?? {})
  return {
    id: operationId,
    area: tags[0],
    method: method.toUpperCase(),
    path,
    summary,
    takesToken: security.some((each) => 'basic' in each),
    needsSession: security.length > 0,
    right: operation['x-right'] ?? null,
    parameters,
    body: requestBody?.content[json]?.schema ?? null,
    answer: {
      status: success?.status ?? 200,
      type,
      schema: success?.answer.content?.[json]?.schema ?? null,
    },
    failures: statuses
      .filter(({ status }) => status >= 400)
      .map(({ status, answer }) => ({ status, description: answer.description })),
  }
}

/** Calls whose name, path or summary contains every word of the phrase. */
export function findCalls(calls: readonly ApiCall[], phrase: string): readonly ApiCall[] {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ id, path, summary, method }) => {
    const text = `${id} ${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
