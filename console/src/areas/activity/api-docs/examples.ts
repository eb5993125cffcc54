import type { ApiCall, Schema } from './openapi-document'

const samples: Readonly<Record<string, string>> = {
  uuid: '0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57',
  'date-time': '2026-11-20T09:41:07Z',
  email: 'ananya@example.com',
  uri: 'https://example.com/match.mp4',
}

/** A value that satisfies the schema. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.find(({ type }) => type !== 'null')
  if (choice) return sampleOf(choice, name)
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property, key)]),
      )
    case 'array':
      return schema.items ? [sampleOf(schema.items, name)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return samples[schema.format ?? ''] ?? (name === '' ? 'text' : name)
  }
}

/** Describes a schema's type in JSON terms: `string (uuid)`, `"hd" | "sd"`, `number[]`. */
export function typeText(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ')
  const type = typeOf(schema)
  if (type === 'array') return `${schema.items ? wrapped(typeText(schema.items)) : 'any'}[]`
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

function wrapped(text: string): string {
  return text.includes(' | ') ? `(${text})` : text
}

function typeOf({ type, properties }: Schema): string {
  if (typeof type === 'string') return type
  if (type) return type.filter((each) => each !== 'null')[0] ?? 'null'
  return properties ? 'object' : 'any'
}

export interface Field {
  /** Dotted path from the root: `items[].error.id`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
}

/** All fields of a schema, parents before children. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  if (depth > 5) return []
  const shape = objectIn(schema)
  if (!shape) return []
  return Object.entries(shape.schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${shape.suffix}${prefix + shape.suffix === '' ? '' : '.'}${name}`
    const own = { path, type: typeText(property), required: shape.schema.required?.includes(name) ?? false }
    return [own, ...fieldsOf(property, path, depth + 1)]
  })
}

/** Finds the object in a schema, inside arrays and nullable types. */
function objectIn(schema: Schema): { schema: Schema; suffix: string } | null {
  const plain = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (typeOf(plain) === 'array' && plain.items) {
    const inner = objectIn(plain.items)
    return inner && { schema: inner.schema, suffix: `[]${inner.suffix}` }
  }
  return plain.properties ? { schema: plain, suffix: '' } : null
}

/** The path with example parameters and the required query. */
export function examplePath({ path, parameters }: ApiCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    return encodeURIComponent(String(parameter ? sampleOf(parameter.schema, name) : name))
  })
  const needed = parameters.filter((each) => each.in === 'query' && each.required)
  const search = new URLSearchParams(needed.map(({ name, schema }) => [name, String(sampleOf(schema, name))]))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** A curl command for the call, with an API token if the call accepts one. */
export function curlOf(call: ApiCall, origin: string): string {
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}'${origin}${examplePath(call)}'`]
  if (call.takesToken) lines.push(`-u "$KINORA_TOKEN_ID:$KINORA_TOKEN_SECRET"`)
  else if (call.needsSession) lines.push(`-H "authorization: Bearer $KINORA_SESSION"`)
  if (call.body) {
    lines.push(`-H 'content-type: application/json'`)
    lines.push(`-d '${JSON.stringify(sampleOf(call.body)).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

/** TypeScript code that makes the call with fetch. */
export function typeScriptOf(call: ApiCall, origin: string): string {
  const headers: string[] = []
  if (call.takesToken) headers.push(`authorization: 'Basic ' + btoa(tokenId + ':' + secret),`)
  else if (call.needsSession) headers.push(`authorization: 'Bearer ' + session,`)
  if (call.body) headers.push(`'content-type': 'application/json',`)
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(call.body
      ? [`body: JSON.stringify(${indented(JSON.stringify(sampleOf(call.body), null, 2))}),`]
      : []),
  ]
  const address = `'${origin}${examplePath(call)}'`
  const given =
    options.length === 0 ? address : `${address}, {\n${options.map((line) => `  ${line}`).join('\n')}\n}`
  const read = call.answer.type === 'application/json' ? '\nconst result = await response.json()' : ''
  return `const response = await fetch(${given})\nif (!response.ok) throw new Error(\`\${response.status}\`)${read}`
}

function indented(text: string): string {
  return text.split('\n').join('\n  ')
}
