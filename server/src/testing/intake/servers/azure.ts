import { createHmac } from 'node:crypto'
import { fileAnswer, type HttpAnswer, type HttpAsked, startHttp } from './http.ts'
import type { Listener } from './listener.ts'
import { etagOf, type TestTree } from './tree.ts'

export const azureAccount = 'kinorastore'
export const azureContainer = 'incoming'
const PAGE = 1000

/** Azure Blob Storage with one container, which checks Shared Key and shared access signatures. */
export async function startAzure(tree: TestTree, key: string): Promise<Listener> {
  const copies = new Map<string, string>()
  const blocks = new Map<string, Buffer>()
  return startHttp(tree, (asked) => {
    if (!isSigned(asked, key)) return failure(403, 'AuthenticationFailed')
    const [container, ...parts] = asked.url.pathname.slice(1).split('/').map(decodeURIComponent)
    if (container !== azureContainer) return failure(404, 'ContainerNotFound')
    if (asked.url.searchParams.get('comp') === 'list') return list(tree, asked)
    return putBlocks(tree, asked, parts.join('/'), blocks) ?? answer(tree, asked, parts.join('/'), copies)
  })
}

/** Answers the requests that write a blob in blocks. Null for others. @param blocks by blob and ID */
function putBlocks(
  tree: TestTree,
  { url: { searchParams: query }, headers, body }: HttpAsked,
  name: string,
  blocks: Map<string, Buffer>,
): HttpAnswer | null {
  switch (query.get('comp')) {
    case 'block':
      blocks.set(`${name} ${query.get('blockid')}`, body)
      return { status: 201 }
    case 'blocklist': {
      if (headers['if-none-match'] === '*' && tree.files.has(name)) return failure(409, 'BlobAlreadyExists')
      const named = [...body.toString().matchAll(/<Latest>([^<]+)</g)].map(([, id]) =>
        blocks.get(`${name} ${id}`),
      )
      if (named.includes(undefined)) return failure(400, 'InvalidBlockList')
      tree.put(name, Buffer.concat(named.map((bytes) => bytes ?? Buffer.alloc(0))))
      return { status: 201 }
    }
    default:
      return null
  }
}

/** A shared access signature for the container. */
export function sasOf(key: string): string {
  return `sv=2021-08-06&sr=c&sp=racwdl&sig=${encodeURIComponent(hmac(key, 'sr=c'))}`
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
}

/** Checks a request by its text to sign, written down field by field as in the documentation of Shared Key. */
function isSigned({ method, url, headers, body }: HttpAsked, key: string): boolean {
  const sig = url.searchParams.get('sig')
  if (sig !== null) return sig === hmac(key, 'sr=c')
  const own = Object.keys(headers).filter((name) => name.startsWith('x-ms-'))
  const isOutdated = Math.abs(Date.parse(String(headers['x-ms-date'])) - Date.now()) > 900_000
  if (isOutdated || headers['x-ms-version'] === undefined) return false
  const text = [
    method,
    '',
    '',
    body.length === 0 ? '' : String(body.length),
    '',
    headers['content-type'] ?? '',
    '',
    '',
    headers['if-match'] ?? '',
    headers['if-none-match'] ?? '',
    '',
    headers.range ?? '',
    ...own.sort().map((name) => `${name}:${headers[name]}`),
    `/${azureAccount}${url.pathname}`,
    ...[...url.searchParams].map(([name, value]) => `${name}:${value}`).sort(),
  ].join('\n')
  return headers.authorization === `SharedKey ${azureAccount}:${hmac(key, text)}`
}

function answer(
  tree: TestTree,
  { method, headers, body }: HttpAsked,
  name: string,
  copies: Map<string, string>,
): HttpAnswer {
  const file = tree.files.get(name)
  const isOther = (condition: unknown, bytes: Buffer) =>
    condition !== undefined && condition !== `"${etagOf(bytes)}"`
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && file !== undefined) return failure(409, 'BlobAlreadyExists')
    const from = headers['x-ms-copy-source']
    if (from === undefined) {
      if (headers['x-ms-blob-type'] !== 'BlockBlob') return failure(400, 'MissingRequiredHeader')
      tree.put(name, body)
      return { status: 201 }
    }
    const { pathname } = new URL(String(from))
    const source = tree.files.get(decodeURIComponent(pathname).slice(azureContainer.length + 2))
    if (source === undefined) return failure(404, 'CannotVerifyCopySource')
    if (isOther(headers['x-ms-source-if-match'], source.bytes)) return failure(412, 'ConditionNotMet')
    tree.put(name, source.bytes)
    copies.set(name, String(from))
    return { status: 202, headers: { 'x-ms-copy-status': 'pending' } }
  }
  if (file === undefined) return failure(404, 'BlobNotFound')
  if (isOther(headers['if-match'], file.bytes)) return failure(412, 'ConditionNotMet')
  const copy = copies.get(name)
  const facts = {
    etag: `"${etagOf(file.bytes)}"`,
    'last-modified': file.modifiedAt.toUTCString(),
    ...(copy !== undefined && { 'x-ms-copy-source': copy, 'x-ms-copy-status': 'success' }),
  }
  switch (method) {
    case 'HEAD':
      return { status: 200, headers: { ...facts, 'content-length': String(file.bytes.length) } }
    case 'GET':
      return fileAnswer(file.bytes, headers.range, facts)
    case 'DELETE':
      tree.files.delete(name)
      return { status: 202 }
    default:
      return failure(405, 'UnsupportedHttpVerb')
  }
}

function list(tree: TestTree, { url: { searchParams: query } }: HttpAsked): HttpAnswer {
  tree.requests.push('List Blobs')
  const prefix = query.get('prefix') ?? ''
  const marker = query.get('marker') ?? ''
  const names = [...tree.files.keys()].filter((name) => name.startsWith(prefix) && name > marker).sort()
  const page = names.slice(0, PAGE)
  const folders = new Set<string>()
  const entries = page.map((name) => {
    const [folder, ...below] = name.slice(prefix.length).split('/')
    if (below.length === 0) return blob(tree, name)
    const whole = `${prefix}${folder}/`
    const isNew = !folders.has(whole)
    folders.add(whole)
    return isNew ? `<BlobPrefix><Name>${escaped(whole)}</Name></BlobPrefix>` : ''
  })
  const next = page.length < names.length ? escaped(page.at(-1) ?? '') : ''
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
  }
}

function blob(tree: TestTree, name: string): string {
  const { bytes = Buffer.alloc(0), modifiedAt = new Date(0) } = tree.files.get(name) ?? {}
  return (
    `<Blob><Name>${escaped(name)}</Name><Properties><Last-Modified>${modifiedAt.toUTCString()}</Last-Modified>` +
    `<Etag>${etagOf(bytes)}</Etag><Content-Length>${bytes.length}</Content-Length></Properties></Blob>`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function failure(status: number, code: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
    body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
  }
}
