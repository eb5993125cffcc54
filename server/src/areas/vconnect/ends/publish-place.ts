/** The application and the stream key of an address of RTMP. Without a key of its own, the last part of the address is the key. */
export function publishPlace(url: URL, key: string) {
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  const parts = path.split('/')
  const app = key === '' ? parts.slice(0, -1).join('/') : `${path}${url.search}`
  const name = key === '' ? `${parts.at(-1)}${url.search}` : key
  return { app, name, tcUrl: `${url.protocol}//${url.host}/${app}` }
}
