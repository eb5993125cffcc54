/** The addresses of the files of a pushed stream. */
export interface PushPlaces {
  readonly playlist: URL
  segment(name: string): URL
}

/** Reads where a web server wants the files: in a folder (`https://host/live/`), beside a playlist (`https://host/a.m3u8`), or with
 * their names behind an address (`https://host/upload?cid=1&file=`). A query goes with each file. */
export function pushPlaces(address: string): PushPlaces {
  if (address.endsWith('=')) {
    const at = (name: string) => new URL(address + encodeURIComponent(name))
    return { playlist: at('index.m3u8'), segment: at }
  }
  const url = new URL(address)
  const beside = (path: string) => Object.assign(new URL(url), { pathname: path })
  if (url.pathname.endsWith('.m3u8')) {
    const folder = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
    return { playlist: url, segment: (name) => beside(folder + name) }
  }
  const folder = url.pathname.replace(/\/*$/, '/')
  return { playlist: beside(`${folder}index.m3u8`), segment: (name) => beside(folder + name) }
}
