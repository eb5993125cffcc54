import { createHash, createHmac } from 'node:crypto'
import { fileAnswer, type HttpAnswer, type HttpAsked, startHttp } from './http.ts'
import type { Listener } from './listener.ts'
import { etagOf, plainPath, type TestTree } from './tree.ts'

export const testBucketName = 'incoming'
const PAGE = 1000

/** A service of S3 that checks signatures (AWS Signature Version 4), with one bucket. */
export function startS3(tree: TestTree, secret: string): Promise<Listener> {
  const uploads = new Map<string, Map<number, Buffer>>()
  return startHttp(tree, (asked) => {
    const refusal = refusalOf(asked, secret)
    if (refusal !== null) return error(403, refusal)
    const [bucket = '', ...parts] = decodeURIComponent(asked.url.pathname).slice(1).split('/')
    if (bucket !== testBucketName) return error(404, 'NoSuchBucket')
    return uploadAnswer(tree, asked, parts.join('/'), uploads) ?? answer(tree, asked, parts.join('/'))
  })
}

/** Answers the requests of uploads in parts. Null for others. */
function uploadAnswer(
  tree: TestTree,
  { method, url: { searchParams: query }, body }: HttpAsked,
  key: string,
  uploads: Map<string, Map<number, Buffer>>,
): HttpAnswer | null {
  if (method === 'POST' && query.has('uploads')) {
    tree.requests.push('CreateMultipartUpload')
    const id = `upload-${uploads.size}`
    uploads.set(id, new Map())
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
  }
  const id = query.get('uploadId')
  if (id === null) return null
  const parts = uploads.get(id)
  if (parts === undefined) return error(404, 'NoSuchUpload')
  switch (method) {
    case 'PUT':
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${etagOf(body)}"` } }
    case 'DELETE':
      tree.requests.push('AbortMultipartUpload')
      uploads.delete(id)
      return { status: 204 }
    default: {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
      uploads.delete(id)
      tree.put(key, Buffer.concat(named.map((number) => parts.get(number) ?? Buffer.alloc(0))))
      return xml('CompleteMultipartUploadResult', '')
    }
  }
}

function answer(tree: TestTree, { method, url, headers, body }: HttpAsked, key: string): HttpAnswer {
  const file = tree.files.get(key)
  if (method === 'GET' && key === '') return list(tree, url.searchParams)
  switch (method) {
    case 'HEAD':
      tree.requests.push('HeadObject')
      if (file === undefined) return { status: 404 }
      return {
        status: 200,
        headers: { ...facts(file), 'content-length': String(file.bytes.length) },
      }
    case 'GET':
      tree.requests.push('GetObject')
      if (file === undefined) return error(404, 'NoSuchKey')
      if (headers['if-match'] !== undefined && headers['if-match'] !== `"${etagOf(file.bytes)}"`)
        return error(412, 'PreconditionFailed')
      return fileAnswer(file.bytes, headers.range, facts(file))
    case 'PUT': {
      const from = headers['x-amz-copy-source']
      if (from === undefined) {
        tree.put(key, body)
        return { status: 200, headers: { etag: `"${etagOf(body)}"` } }
      }
      tree.requests.push('CopyObject')
      const source = tree.files.get(
        decodeURIComponent(plainPath(String(from))).slice(testBucketName.length + 1),
      )
      if (source === undefined) return error(404, 'NoSuchKey')
      const match = headers['x-amz-copy-source-if-match']
      if (match !== undefined && match !== `"${etagOf(source.bytes)}"`)
        return error(412, 'PreconditionFailed')
      tree.put(key, source.bytes)
      return xml('CopyObjectResult', `<ETag>"${etagOf(source.bytes)}"</ETag>`)
    }
    case 'DELETE':
      tree.requests.push('DeleteObject')
      tree.files.delete(key)
      return { status: 204 }
    default:
      return error(405, 'MethodNotAllowed')
  }
}

function list(tree: TestTree, query: URLSearchParams): HttpAnswer {
  tree.requests.push('ListObjectsV2')
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const delimiter = query.get('delimiter')
  const keys = [...tree.files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const isDirect = (key: string) => delimiter === null || !key.slice(prefix.length).includes(delimiter)
  const page = keys.slice(0, PAGE)
  const prefixes = new Set(
    page.filter((key) => !isDirect(key)).map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`),
  )
  const contents = page.filter(isDirect).map((key) => {
    const { bytes = Buffer.alloc(0), modifiedAt = new Date(0) } = tree.files.get(key) ?? {}
    return `<Contents><Key>${escapeXml(key)}</Key><Size>${bytes.length}</Size><ETag>&quot;${etagOf(bytes)}&quot;</ETag><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
  })
  const isLast = page.length === keys.length
  return xml(
    'ListBucketResult',
    [
      `<IsTruncated>${!isLast}</IsTruncated>`,
      isLast ? '' : `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`,
      ...contents,
      ...[...prefixes].map((each) => `<CommonPrefixes><Prefix>${escapeXml(each)}</Prefix></CommonPrefixes>`),
    ].join(''),
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function facts({ bytes, modifiedAt }: { readonly bytes: Buffer; readonly modifiedAt: Date }) {
  return { etag: `"${etagOf(bytes)}"`, 'last-modified': modifiedAt.toUTCString() }
}

function xml(name: string, content: string): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><${name}>${content}</${name}>`,
  }
}

function error(status: number, code: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  }
}

/** Checks the signature of a request. Null if it is right. */
function refusalOf({ method, url, headers }: HttpAsked, secret: string): string | null {
  const [, id = '', scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== 'kinora') return 'InvalidAccessKeyId'
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, url.pathname, query, signed.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  )
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer>(
      (parent, part) => createHmac('sha256', parent).update(part).digest(),
      Buffer.from(`AWS4${secret}`),
    )
  return createHmac('sha256', key).update(text).digest('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
