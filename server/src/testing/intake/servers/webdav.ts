import { fileAnswer, type HttpAnswer, type HttpAsked, startHttp } from './http.ts'
import type { Listener } from './listener.ts'
import { etagOf, plainPath, type TestTree } from './tree.ts'

/** A WebDAV server (RFC 4918) with a password. Its files are below `/dav`. */
export function startWebdav(tree: TestTree, password: string): Promise<Listener> {
  return startHttp(tree, (asked) => {
    const path = plainPath(decodeURIComponent(asked.url.pathname).replace(/^\/dav/, ''))
    tree.requests.push(asked.method)
    const expected = `Basic ${Buffer.from(`kinora:${password}`).toString('base64')}`
    if (asked.headers.authorization !== expected) return { status: 401 }
    return answer(tree, asked, path)
  })
}

function answer(tree: TestTree, { method, url, headers, body }: HttpAsked, path: string): HttpAnswer {
  const file = tree.files.get(path)
  switch (method) {
    case 'PROPFIND':
      if (file === undefined && !tree.hasFolder(path)) return { status: 404 }
      // As Apache does, for folders without `/` at their end.
      if (file === undefined && !url.pathname.endsWith('/')) return { status: 301 }
      return members(tree, path, headers.depth === '1')
    case 'GET':
      if (file === undefined) return { status: 404 }
      if (isOther(headers['if-match'], file.bytes)) return { status: 412 }
      return fileAnswer(file.bytes, headers.range, { etag: `"${etagOf(file.bytes)}"` })
    case 'PUT':
      tree.put(path, body)
      return { status: 201 }
    case 'DELETE':
      if (file === undefined) return { status: 404 }
      if (isOther(headers['if-match'], file.bytes)) return { status: 412 }
      tree.files.delete(path)
      return { status: 204 }
    case 'MKCOL':
      if (tree.hasFolder(path)) return { status: 405 }
      tree.folders.add(path)
      return { status: 201 }
    case 'MOVE': {
      const to = plainPath(
        decodeURIComponent(new URL(String(headers.destination)).pathname).replace(/^\/dav/, ''),
      )
      if (file === undefined) return { status: 404 }
      if (!tree.hasFolder(to.split('/').slice(0, -1).join('/'))) return { status: 409 }
      if (tree.files.has(to) && headers.overwrite === 'F') return { status: 412 }
      tree.files.set(to, file)
      tree.files.delete(path)
      return { status: 201 }
    }
    default:
      return { status: 405 }
  }
}

function isOther(etag: string | undefined, bytes: Buffer): boolean {
  return etag !== undefined && etag !== `"${etagOf(bytes)}"`
}

function members(tree: TestTree, path: string, withMembers: boolean): HttpAnswer {
  const names = withMembers && !tree.files.has(path) ? tree.entriesOf(path) : []
  const paths = names.map((name) => (path === '' ? name : `${path}/${name}`))
  const self = tree.files.has(path) ? path : `${path}/`
  const responses = [self, ...paths].map((each) => response(tree, each))
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${responses.join('')}</D:multistatus>`
  return { status: 207, headers: { 'content-type': 'application/xml; charset=utf-8' }, body }
}

function response(tree: TestTree, path: string): string {
  const file = tree.files.get(path)
  const href = `/dav/${path.split('/').map(encodeURIComponent).join('/')}`.replace('//', '/')
  const properties =
    file === undefined
      ? '<D:resourcetype><D:collection/></D:resourcetype>'
      : `<D:resourcetype/><D:getcontentlength>${file.bytes.length}</D:getcontentlength>` +
        `<D:getlastmodified>${file.modifiedAt.toUTCString()}</D:getlastmodified><D:getetag>"${etagOf(file.bytes)}"</D:getetag>`
  const missing =
    file === undefined
      ? '<D:propstat><D:prop><D:getetag/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>'
      : ''
  return `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>${missing}</D:response>`
}
