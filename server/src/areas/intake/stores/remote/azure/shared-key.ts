import { createHmac } from 'node:crypto'

interface Signed {
  readonly method: string
  readonly url: URL
  /** All headers, with small letters. Those that are not among them are not sent. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers whose values are signed in this order, without their names. */
const ordered = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

/** The `Authorization` header of a request by Shared Key
 * (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key). @param key in Base64 */
export function sharedKeyOf(account: string, key: string, { method, url, headers }: Signed): string {
  const values = ordered.map((name) => {
    const value = headers[name] ?? ''
    return name === 'content-length' && value === '0' ? '' : value
  })
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name]}`)
  const query = [...new Set(url.searchParams.keys())]
    .sort()
    .map((name) => `${name.toLowerCase()}:${url.searchParams.getAll(name).sort().join(',')}`)
  const resource = [`/${account}${url.pathname}`, ...query].join('\n')
  const text = [method, ...values, ...own, resource].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')
  return `SharedKey ${account}:${signature}`
}
