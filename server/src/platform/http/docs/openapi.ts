import { type Call, type ProblemId, problemBody, problems } from '@kinora/contract'
import type { Offered } from './offered.ts'
import { schemaOf } from './schema-of.ts'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1. */
export function openApiDocument(contract: Offered['contract']): Json {
  const paths: Record<string, Json> = {}
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, area, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kinora', version: '1', description: 'Every call of this installation.' },
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "A session's token, or an API token's secret",
        },
        basic: { type: 'http', scheme: 'basic', description: "An API token's id and secret" },
      },
      schemas: { Problem: schemaOf(problemBody, 'output') },
    },
  }
}

function operation(operationId: string, area: string, call: Call): Json {
  return {
    operationId,
    tags: [area],
    summary: call.summary,
    security: securityOf(call),
    ...(call.right ? { 'x-right': call.right.join('.') } : {}),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.caller === 'environment' ? [environmentHeader] : []),
      ...(call.method === 'POST' && call.caller !== 'none' ? [idempotencyHeader] : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: json(schemaOf(call.body, 'input')) } } : {}),
    responses: { [call.status]: success(call), ...failures(call) },
  }
}

/** API tokens can make calls that do not require a person. */
function securityOf({ caller, isSensitive }: Call): Json[] {
  if (caller === 'none') return []
  const isForPrograms = caller === 'environment' && !isSensitive
  return isForPrograms ? [{ basic: [] }, { bearer: [] }] : [{ bearer: [] }]
}

const environmentHeader = {
  name: 'environment-id',
  in: 'header',
  description: 'Optional with an API token, which belongs to one environment',
  schema: { type: 'string', format: 'uuid' },
}
const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
}

function parametersOf(schema: Call['params'], place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function success(call: Call): Json {
  switch (call.kind) {
    case 'json':
      return {
        description: 'Done',
        ...(call.answer ? { content: json(schemaOf(call.answer, 'output')) } : {}),
      }
    case 'events':
      return { description: 'Server-sent events', content: { 'text/event-stream': {} } }
    case 'frames':
      return { description: 'Binary frames', content: { 'application/octet-stream': {} } }
    case 'file':
      return { description: 'The file' }
    case 'empty':
      return { description: 'Done' }
  }
}

/** Descriptions of the error statuses of this call. */
function failures(call: Call): Json {
  // Every call can be invalid: unknown query parameters are refused.
  const ids = new Set<ProblemId>(['request-invalid', ...(call.problems ?? [])])
  if (call.caller !== 'none') ids.add('session-missing').add('session-expired')
  if (call.right) ids.add('forbidden')
  if (call.params || call.caller === 'environment' || call.caller === 'organization') ids.add('not-found')
  if (call.caller === 'admin') ids.add('forbidden')
  if (call.isSensitive) ids.add('person-only')
  if (call.isSensitive || call.isPersonal) ids.add('impersonating')
  const byStatus = Map.groupBy(ids, (id) => problems[id].status)
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((id) => `\`${id}\`: ${problems[id].title}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}
