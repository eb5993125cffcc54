import type { Access } from './access.ts'
import { type HttpSession, httpSession } from './http-session.ts'

/** Requests to a WebDAV server. */
export interface DavSession extends HttpSession {
  /** The address of a folder or file below that of the account. Folders end with `/`. */
  urlOf(path: string): URL
}

export function davSession(access: Access<'webdav'>): DavSession {
  const { settings, secrets } = access
  const base = new URL(settings.url.endsWith('/') ? settings.url : `${settings.url}/`)
  const authorization = `Basic ${Buffer.from(`${settings.user}:${secrets.password ?? ''}`).toString('base64')}`
  const { send, command } = httpSession(access, settings.ca)
  return {
    urlOf: (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), base),
    send: (url, request) => send(url, { ...request, headers: { authorization, ...request.headers } }),
    command: (url, request) => command(url, { ...request, headers: { authorization, ...request.headers } }),
  }
}
