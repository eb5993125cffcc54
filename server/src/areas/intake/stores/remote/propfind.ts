import type { FileFacts } from '../file-store.ts'
import { xmlElements } from './xml-elements.ts'

/** A member of a folder, or the folder itself. Its facts are null for a folder. */
export interface Member {
  /** Address as the server gives it, or the path of one. */
  readonly href: string
  readonly facts: FileFacts | null
}

/** Asks for what a list needs, and not for properties that servers have to compute. */
export const propfindBody =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>'

const DAV = 'DAV:'
/** Reads the answer to PROPFIND (RFC 4918, 13) piece by piece.
 * @returns takes the next text, and returns the members that are complete */
export function propfindReader(): (text: string) => Member[] {
  let members: Member[] = []
  let values = new Map<string, string>()
  let isFolder = false
  const read = xmlElements({
    open({ uri, local }) {
      if (uri === DAV && local === 'response') {
        values = new Map()
        isFolder = false
      }
      if (uri === DAV && local === 'collection') isFolder = true
    },
    close({ uri, local }, text) {
      if (uri !== DAV) return
      // Properties that a server does not know are empty, in another group.
      if (text !== '' && !values.has(local)) values.set(local, text)
      if (local === 'response') members.push(memberOf(values, isFolder))
    },
  })
  return (more) => {
    read(more)
    const complete = members
    members = []
    return complete
  }
}

function memberOf(values: ReadonlyMap<string, string>, isFolder: boolean): Member {
  const href = values.get('href') ?? ''
  if (isFolder) return { href, facts: null }
  const time = Date.parse(values.get('getlastmodified') ?? '')
  return {
    href,
    facts: {
      size: Number(values.get('getcontentlength') ?? 0),
      modifiedAt: new Date(Number.isNaN(time) ? 0 : time),
      etag: values.get('getetag') ?? null,
    },
  }
}
