import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { bodyLength } from '../../../../../platform/net/guarded-request.ts'
import { StoreFault } from '../../file-store.ts'
import type { Access } from '../access.ts'
import { type FileRequest, type HttpSession, httpSession, statusFault } from '../http-session.ts'
import { sharedKeyOf } from './shared-key.ts'

const VERSION = '2021-08-06'

type Query = Readonly<Record<string, string>>

/** Requests to one container of Azure Blob Storage. */
export interface AzureSession extends HttpSession {
  containerUrl(query: Query): URL
  blobUrl(name: string): URL
  /** The address of a blob with the right to read it, for a copy within the account. */
  copySource(name: string): string
  /** Sends a request without a body in its answer, as `send`. */
  head(url: URL, accepts?: readonly number[]): Promise<IncomingMessage>
}

/** The address that requests go to. */
export function azureEndpoint({ endpoint, account }: Access<'azure'>['settings']): string {
  return endpoint ?? `https://${account}.blob.core.windows.net`
}

export function azureSession(access: Access<'azure'>): AzureSession {
  const { settings, secrets } = access
  const { sasToken, password = '' } = secrets
  const http = httpSession(access, settings.ca, azureFault)
  const base = `${azureEndpoint(settings).replace(/\/+$/, '')}/${settings.container}`
  const shared = new URLSearchParams(sasToken?.replace(/^\?/, ''))
  /** Signs a request with the key, if there is no token. */
  const signed = (url: URL, { headers, ...request }: FileRequest): [URL, FileRequest] => {
    const length = request.body === undefined ? undefined : String(bodyLength(request.body))
    const all = {
      ...headers,
      'x-ms-version': VERSION,
      'x-ms-date': new Date().toUTCString(),
      ...(length !== undefined && { 'content-length': length }),
    }
    if (sasToken !== undefined) return [withQuery(url, shared), { ...request, headers: all }]
    const authorization = sharedKeyOf(settings.account, password, {
      method: request.method,
      url,
      headers: all,
    })
    return [url, { ...request, headers: { ...all, authorization } }]
  }
  const send: HttpSession['send'] = (url, request) => http.send(...signed(url, request))
  const blobUrl = (name: string) => new URL(`${base}/${name.split('/').map(encodeURIComponent).join('/')}`)
  return {
    containerUrl: (query) =>
      withQuery(new URL(base), new URLSearchParams({ restype: 'container', ...query })),
    blobUrl,
    copySource: (name) => withQuery(blobUrl(name), shared).href,
    send,
    command: (url, request) => http.command(...signed(url, request)),
    async head(url, accepts = []) {
      const answer = await send(url, { method: 'HEAD', accepts })
      answer.resume()
      return answer
    },
  }
}

function withQuery(url: URL, query: URLSearchParams): URL {
  const whole = new URL(url)
  for (const [name, value] of query) whole.searchParams.append(name, value)
  // As a space, `+` is not understood everywhere.
  whole.search = whole.search.replaceAll('+', '%20')
  return whole
}

/** Errors that the key or token causes. */
const refusals = new Set([
  'AuthenticationFailed',
  'InvalidAuthenticationInfo',
  'NoAuthenticationInformation',
  'AccountIsDisabled',
])

/** Faults by the code that each answer has, since many have the same status. */
function azureFault(status: number, headers: IncomingHttpHeaders): StoreFault {
  const code = String(headers['x-ms-error-code'] ?? '')
  if (refusals.has(code)) return new StoreFault('sign-in', `the service answered ${code}`)
  // Archived blobs, and those with snapshots or a lease.
  if (status === 409) return new StoreFault('no-access', `the service answered ${code}`)
  return statusFault(status)
}
