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
  const listener = await startHttp(tree, (asked) => {
    const { pathname } = asked.url
    if (pathname === '/token') return grantToken(asked, tokens, listener.port)
    if (!tokens.has(asked.headers.authorization ?? '')) return failure(401)
    const [, upload, , bucket = '', rest] =
      /^(\/upload)?\/storage\/(v1)\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(pathname) ?? []
    if (bucket !== gcsBucketName) return failure(404)
    if (upload !== undefined) return store(tree, asked)
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

function store(tree: TestTree, { url, body }: HttpAsked): HttpAnswer {
  const name = url.searchParams.get('name') ?? ''
  tree.put(name, body)
  return json(resource(tree, name))
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
