import { createVerify, generateKeyPairSync } from 'node:crypto'
import { fileAnswer, type HttpAnswer, type HttpAsked, startHttp } from './http.ts'
import type { Listener } from './listener.ts'
import { etagOf, type TestTree } from './tree.ts'

export const gcsBucketName = 'incoming'
const PAGE = 1000
const EMAIL = 'kinora@project.iam.gserviceaccount.com'

const pairs = new Map<string, { readonly publicKey: string; readonly privateKey: string }>()

/** A pair of keys by name. Making one takes a while. */
function keyPair(name: string) {
  const pair =
    pairs.get(name) ??
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  pairs.set(name, pair)
  return pair
}

/** The JSON key of the service account. @param name of its pair of keys */
export function serviceAccountKey({ port }: Pick<Listener, 'port'>, name = 'right'): string {
  return JSON.stringify({
    type: 'service_account',
    client_email: EMAIL,
    private_key_id: name,
    private_key: keyPair(name).privateKey,
    token_uri: `http://127.0.0.1:${port}/token`,
  })
}

/** A service with the JSON API of Google Cloud Storage and its token endpoint, with one bucket. */
export async function startGcs(tree: TestTree): Promise<Listener> {
  const tokens = new Set<string>()
  const uploads: Upload[] = []
  const listener = await startHttp(tree, (asked) => {
    const { pathname } = asked.url
    if (pathname === '/token') return grantToken(asked, tokens, listener.port)
    if (!tokens.has(asked.headers.authorization ?? '')) return failure(401)
    const [, upload, , bucket = '', rest] =
      /^(\/upload)?\/storage\/(v1)\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(pathname) ?? []
    if (bucket !== gcsBucketName) return failure(404)
    if (upload !== undefined) return store(tree, asked, uploads, listener.port)
    return rest === undefined ? list(tree, asked) : answer(tree, asked, rest)
  })
  return listener
}

/** Grants a token for an assertion that the right key has signed (RFC 7523). */
function grantToken({ method, body }: HttpAsked, tokens: Set<string>, port: number): HttpAnswer {
  const form = new URLSearchParams(body.toString())
  const assertion = form.get('assertion') ?? ''
  const [head = '', payload = '', signature = ''] = assertion.split('.')
  const verify = createVerify('RSA-SHA256').update(`${head}.${payload}`)
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const isRight =
    method === 'POST' &&
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    JSON.parse(Buffer.from(head, 'base64url').toString()).alg === 'RS256' &&
    verify.verify(keyPair('right').publicKey, signature, 'base64url') &&
    claims.iss === EMAIL &&
    claims.aud === `http://127.0.0.1:${port}/token` &&
    claims.scope === 'https://www.googleapis.com/auth/devstorage.read_write' &&
    claims.exp - claims.iat === 3600 &&
    Math.abs(claims.iat - Date.now() / 1000) < 60
  if (!isRight) return json({ error: 'invalid_grant' }, 400)
  const token = `token-${tokens.size}`
  tokens.add(`Bearer ${token}`)
  return json({ access_token: token, expires_in: 3599, token_type: 'Bearer' })
}

function answer(tree: TestTree, { method, url, headers }: HttpAsked, rest: string): HttpAnswer {
  const [from = '', to] = rest.split('/rewriteTo/b/incoming/o/').map(decodeURIComponent)
  const file = tree.files.get(from)
  if (file === undefined) return failure(404)
  const { searchParams: query } = url
  const condition = query.get(to === undefined ? 'ifGenerationMatch' : 'ifSourceGenerationMatch')
  if (condition !== null && condition !== generationOf(file)) return failure(412)
  if (method === 'DELETE') {
    tree.files.delete(from)
    return { status: 204 }
  }
  if (method === 'POST' && to !== undefined) {
    if (query.get('ifGenerationMatch') === '0' && tree.files.has(to)) return failure(412)
    // Each copy takes two calls, as those of large objects do.
    if (query.get('rewriteToken') !== 'more') return json({ done: false, rewriteToken: 'more' })
    tree.put(to, file.bytes)
    return json({ done: true })
  }
  // Without it, the service would unpack what is stored as gzip.
  if (query.get('alt') === 'media' && headers['accept-encoding'] !== 'gzip') return failure(400)
  if (query.get('alt') === 'media') return fileAnswer(file.bytes, headers.range, {})
  return json(resource(tree, from))
}

/** An upload in parts. */
interface Upload {
  readonly name: string
  readonly parts: Buffer[]
}

/** Parts of all but the last one are multiples of this. */
const PART_UNIT = 256 * 1024

function store(tree: TestTree, asked: HttpAsked, uploads: Upload[], port: number): HttpAnswer {
  const { method, url, headers, body } = asked
  const { searchParams: query } = url
  const id = query.get('upload_id')
  if (id !== null) return storePart(tree, asked, uploads[Number(id)])
  const name = query.get('name') ?? ''
  if (query.get('ifGenerationMatch') === '0' && tree.files.has(name)) return failure(412)
  if (query.get('uploadType') !== 'resumable') {
    tree.put(name, body)
    return json(resource(tree, name))
  }
  if (method !== 'POST' || headers['x-upload-content-length'] === undefined) return failure(400)
  uploads.push({ name, parts: [] })
  const location = `http://127.0.0.1:${port}${url.pathname}?uploadType=resumable&upload_id=${uploads.length - 1}`
  return { status: 200, headers: { location } }
}

function storePart(tree: TestTree, { headers, body }: HttpAsked, upload: Upload | undefined): HttpAnswer {
  if (upload === undefined) return failure(404)
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const kept = upload.parts.reduce((sum, part) => sum + part.length, 0)
  const end = Number(last) + 1
  const isLast = end === Number(size)
  if (Number(first) !== kept || end - kept !== body.length) return failure(400)
  if (!isLast && body.length % PART_UNIT !== 0) return failure(400)
  upload.parts.push(body)
  if (!isLast) return { status: 308, headers: { range: `bytes=0-${end - 1}` } }
  if (tree.files.has(upload.name)) return failure(412)
  tree.put(upload.name, Buffer.concat(upload.parts))
  return json(resource(tree, upload.name))
}

function list(tree: TestTree, { url: { searchParams: query } }: HttpAsked): HttpAnswer {
  tree.requests.push('list')
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const first = query.get('startOffset') ?? ''
  const after = query.get('pageToken') ?? ''
  const names = [...tree.files.keys()]
    .filter((name) => name.startsWith(prefix) && name >= first && name > after)
    .sort()
  const page = names.slice(0, PAGE)
  const isDirect = (name: string) => delimiter === null || !name.slice(prefix.length).includes(delimiter)
  const prefixes = page
    .filter((name) => !isDirect(name))
    .map((name) => `${prefix}${name.slice(prefix.length).split('/')[0]}/`)
  return json({
    items: page.filter(isDirect).map((name) => resource(tree, name)),
    prefixes: [...new Set(prefixes)],
    ...(page.length < names.length && { nextPageToken: page.at(-1) }),
  })
}

function resource(tree: TestTree, name: string) {
  const file = tree.files.get(name)
  const bytes = file?.bytes ?? Buffer.alloc(0)
  return {
    name,
    size: String(bytes.length),
    timeCreated: file?.modifiedAt.toISOString(),
    generation: file === undefined ? '0' : generationOf(file),
    crc32c: etagOf(bytes).slice(0, 8),
    md5Hash: etagOf(bytes),
  }
}

function generationOf({ modifiedAt }: { readonly modifiedAt: Date }): string {
  return `${modifiedAt.getTime()}000`
}

function json(body: unknown, status = 200): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function failure(code: number): HttpAnswer {
  return json({ error: { code } }, code)
}
