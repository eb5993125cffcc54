import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A bucket in memory that speaks as much of S3 as the driver uses. It refuses bodies that do not arrive whole. */
export interface TestBucket {
  readonly endpoint: string
  /** Number of requests that were answered with 503. */
  readonly refused: () => number
  close(): Promise<void>
}

interface Upload {
  readonly key: string
  readonly initiated: Date
  readonly parts: Map<number, Buffer>
}

interface Asked {
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Answer = readonly [status: number, body?: string | Buffer, headers?: Record<string, string>]

const PAGE = 1000

/** @param refuses whether to answer 503 to this request of its kind, counted from 1 */
export async function startTestBucket(
  refuses: (count: number) => boolean = () => false,
): Promise<TestBucket> {
  const answer = bucketInMemory()
  const counts = new Map<string, number>()
  let refused = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bucket')
    const asked = {
      key: decodeURIComponent(pathname.split('/').slice(2).join('/')),
      query,
      headers: request.headers,
      body: await buffer(request),
    }
    const kind = `${request.method} ${[...query.keys()].filter((name) => name !== 'x-id').sort()}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (refuses(count)) {
      refused += 1
      return send(response, error(503, 'ServiceUnavailable'))
    }
    return send(response, isWhole(asked) ? answer(request.method ?? '', asked) : error(400, 'BadDigest'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isWhole({ headers, body }: Asked): boolean {
  const sum = headers['x-amz-content-sha256']
  const isSigned = sum !== undefined && sum !== 'UNSIGNED-PAYLOAD'
  const isLong = headers['content-length'] === undefined || Number(headers['content-length']) === body.length
  return isLong && (!isSigned || sum === createHash('sha256').update(body).digest('hex'))
}

function bucketInMemory(): (method: string, asked: Asked) => Answer {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()

  function find(uploadId: string | null, key: string): Upload | undefined {
    const upload = uploads.get(uploadId ?? '')
    return upload?.key === key ? upload : undefined
  }

  function putObject({ key, headers, body }: Asked): Answer {
    if (headers['if-none-match'] === '*' && objects.has(key)) return error(412, 'PreconditionFailed')
    objects.set(key, body)
    return [200, '', { etag: etagOf(body) }]
  }

  function getObject({ key, headers }: Asked): Answer {
    const body = objects.get(key)
    if (body === undefined) return error(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const found = { etag: etagOf(body) }
    return first === undefined ? [200, body, found] : [206, body.subarray(+first, Number(last) + 1), found]
  }

  function listObjects({ query }: Asked): Answer {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const left = keys.filter((key) => key > after)
    const page = left.slice(0, PAGE)
    const isLast = page.length === left.length
    return xml('ListBucketResult', [
      `<IsTruncated>${!isLast}</IsTruncated>`,
      isLast ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`,
      ...page.map((key) => `<Contents><Key>${key}</Key></Contents>`),
    ])
  }

  function deleteObjects({ body }: Asked): Answer {
    for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key)
    return xml('DeleteResult', [])
  }

  function createUpload({ key }: Asked): Answer {
    const id = randomUUID()
    uploads.set(id, { key, initiated: new Date(), parts: new Map() })
    return xml('InitiateMultipartUploadResult', [`<UploadId>${id}</UploadId>`])
  }

  function putPart({ key, query, body }: Asked): Answer {
    const upload = find(query.get('uploadId'), key)
    if (upload === undefined) return error(404, 'NoSuchUpload')
    upload.parts.set(Number(query.get('partNumber')), body)
    return [200, '', { etag: etagOf(body) }]
  }

  function listParts({ key, query }: Asked): Answer {
    const upload = find(query.get('uploadId'), key)
    if (upload === undefined) return error(404, 'NoSuchUpload')
    const parts = [...upload.parts].sort(([a], [b]) => a - b)
    const shown = parts.map(
      ([number, body]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Part>`,
    )
    return xml('ListPartsResult', ['<IsTruncated>false</IsTruncated>', ...shown])
  }

  function completeUpload({ key, query, body }: Asked): Answer {
    const upload = find(query.get('uploadId'), key)
    if (upload === undefined) return error(404, 'NoSuchUpload')
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const parts = named.map(({ number, etag }) => {
      const stored = upload.parts.get(number)
      return stored !== undefined && etagOf(stored) === etag ? stored : null
    })
    if (parts.length === 0 || parts.includes(null)) return error(400, 'InvalidPart')
    const whole = Buffer.concat(parts.filter((part) => part !== null))
    objects.set(key, whole)
    uploads.delete(query.get('uploadId') ?? '')
    return xml('CompleteMultipartUploadResult', [`<Key>${key}</Key>`, `<ETag>${etagOf(whole)}</ETag>`])
  }

  function listUploads({ query }: Asked): Answer {
    const after = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`
    const all = [...uploads]
      .map(([id, { key, initiated }]) => ({ id, key, initiated, place: `${key} ${id}` }))
      .filter(({ key, place }) => key.startsWith(query.get('prefix') ?? '') && place > after)
      .sort((a, b) => (a.place < b.place ? -1 : 1))
    const page = all.slice(0, PAGE)
    const last = page.at(-1)
    const shown = page.map(
      ({ id, key, initiated }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    return xml('ListMultipartUploadsResult', [
      `<IsTruncated>${page.length < all.length}</IsTruncated>`,
      `<NextKeyMarker>${last?.key ?? ''}</NextKeyMarker>`,
      `<NextUploadIdMarker>${last?.id ?? ''}</NextUploadIdMarker>`,
      ...shown,
    ])
  }

  return (method, asked) => {
    const { key, query } = asked
    const isUpload = query.has('uploadId')
    switch (method) {
      case 'PUT':
        return isUpload ? putPart(asked) : putObject(asked)
      case 'POST':
        if (query.has('delete')) return deleteObjects(asked)
        return isUpload ? completeUpload(asked) : createUpload(asked)
      case 'DELETE':
        if (!isUpload) objects.delete(key)
        else if (!uploads.delete(query.get('uploadId') ?? '')) return error(404, 'NoSuchUpload')
        return [204]
      default:
        if (key === '') return query.has('uploads') ? listUploads(asked) : listObjects(asked)
        return isUpload ? listParts(asked) : getObject(asked)
    }
  }
}

function send(response: ServerResponse, [status, body = '', headers = {}]: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes)
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

function xml(name: string, elements: readonly string[]): Answer {
  return [200, `<?xml version="1.0"?><${name}>${elements.join('')}</${name}>`]
}

function error(status: number, code: string): Answer {
  return [status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`]
}
