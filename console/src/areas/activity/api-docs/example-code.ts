import type { ApiCall } from '../openapi-document'
import { sampleOf } from './examples'

/** The languages of the examples. */
export const exampleLanguages = { curl: 'curl', javaScript: 'JavaScript', python: 'Python' } as const
export type ExampleLanguage = keyof typeof exampleLanguages

/** Code that makes the call, with an API token if the call accepts one. */
export function exampleOf(language: ExampleLanguage, call: ApiCall, origin: string): string {
  return { curl: curlOf, javaScript: javaScriptOf, python: pythonOf }[language](call, origin)
}

/** The path with example parameters and the required query. */
export function examplePath(call: ApiCall): string {
  const search = new URLSearchParams(exampleQuery(call).map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? pathOf(call) : `${pathOf(call)}?${search}`
}

function pathOf({ path, parameters }: ApiCall): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    return encodeURIComponent(String(parameter ? sampleOf(parameter.schema, name) : name))
  })
}

function exampleQuery({ parameters }: ApiCall): [name: string, value: unknown][] {
  return parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name, schema }) => [name, sampleOf(schema, name)])
}

/** An API token names its environment; a session does not. */
function needsEnvironment({ takesToken, parameters }: ApiCall): boolean {
  return !takesToken && parameters.some((each) => each.in === 'header' && each.name === 'environment-id')
}

export function curlOf(call: ApiCall, origin: string): string {
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}'${origin}${examplePath(call)}'`]
  if (call.takesToken) lines.push(`-u "$KINORA_TOKEN_ID:$KINORA_TOKEN_SECRET"`)
  else if (call.needsSession) lines.push(`-H "authorization: Bearer $KINORA_SESSION"`)
  if (needsEnvironment(call)) lines.push(`-H "environment-id: $KINORA_ENVIRONMENT"`)
  if (call.body) {
    lines.push(`-H 'content-type: application/json'`)
    lines.push(`-d '${JSON.stringify(sampleOf(call.body)).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

export function javaScriptOf(call: ApiCall, origin: string): string {
  const headers: string[] = []
  if (call.takesToken) headers.push(`authorization: 'Basic ' + btoa(tokenId + ':' + secret),`)
  else if (call.needsSession) headers.push(`authorization: 'Bearer ' + session,`)
  if (needsEnvironment(call)) headers.push(`'environment-id': environmentId,`)
  if (call.body) headers.push(`'content-type': 'application/json',`)
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(call.body ? [`body: JSON.stringify(${jsonOf(call.body, '  ')}),`] : []),
  ]
  const address = `'${origin}${examplePath(call)}'`
  const given =
    options.length === 0 ? address : `${address}, {\n${options.map((line) => `  ${line}`).join('\n')}\n}`
  const read = isJson(call) ? '\nconst result = await response.json()' : ''
  return `const response = await fetch(${given})\nif (!response.ok) throw new Error(\`\${response.status}\`)${read}`
}

/** Python with the package requests. */
export function pythonOf(call: ApiCall, origin: string): string {
  const query = exampleQuery(call)
  const headers = [
    ...(call.takesToken || !call.needsSession
      ? []
      : [`'authorization': f"Bearer {os.environ['KINORA_SESSION']}",`]),
    ...(needsEnvironment(call) ? [`'environment-id': os.environ['KINORA_ENVIRONMENT'],`] : []),
  ]
  const options = [
    `'${origin}${pathOf(call)}',`,
    ...(query.length === 0 ? [] : [`params=${pythonValue(Object.fromEntries(query), '    ')},`]),
    ...(call.takesToken ? [`auth=(os.environ['KINORA_TOKEN_ID'], os.environ['KINORA_TOKEN_SECRET']),`] : []),
    ...(headers.length === 0 ? [] : ['headers={', ...headers.map((line) => `    ${line}`), '},']),
    ...(call.body ? [`json=${pythonValue(sampleOf(call.body), '    ')},`] : []),
    'timeout=30,',
  ]
  return [
    ...(call.needsSession ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(`,
    ...options.map((line) => `    ${line}`),
    ')',
    'response.raise_for_status()',
    ...(isJson(call) ? ['result = response.json()'] : []),
  ].join('\n')
}

function isJson({ answer }: ApiCall): boolean {
  return answer.type === 'application/json'
}

function jsonOf(schema: NonNullable<ApiCall['body']>, indent: string): string {
  return JSON.stringify(sampleOf(schema), null, 2).replaceAll('\n', `\n${indent}`)
}

/** A Python literal. Strings of JSON are strings of Python. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const inner = `${indent}    `
  const parts = isList
    ? value.map((each) => pythonValue(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pythonValue(each, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`
}
