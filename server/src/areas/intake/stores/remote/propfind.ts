import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type FileFacts, StoreFault } from '../file-store.ts'

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
/** Longer texts of one element are no path, date or version. */
const MOST_TEXT = 8192
/** Elements inside each other. The answer needs 6, and the parser looks for names of namespaces in all of them. */
const MOST_OPEN = 32

/** Reads the answer to PROPFIND (RFC 4918, 13) piece by piece. Entities and document types are refused.
 * @returns takes the next text, and returns the members that are complete */
export function propfindReader(): (text: string) => Member[] {
  const parser = new SaxesParser({ xmlns: true })
  let members: Member[] = []
  let values = new Map<string, string>()
  let isFolder = false
  let text = ''
  let open = 0
  const refuse = (why: string): never => {
    throw new StoreFault('protocol', `the answer of the server cannot be read: ${why}`)
  }
  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('document types are refused'))
  parser.on('opentag', ({ uri, local }: SaxesTagNS) => {
    text = ''
    open += 1
    if (open > MOST_OPEN) refuse('there are too many elements inside each other')
    if (uri === DAV && local === 'response') {
      values = new Map()
      isFolder = false
    }
    if (uri === DAV && local === 'collection') isFolder = true
  })
  parser.on('text', (more) => {
    text += more
    if (text.length > MOST_TEXT) refuse('a text is too long')
  })
  parser.on('closetag', ({ uri, local }: SaxesTagNS) => {
    open -= 1
    if (uri !== DAV) return
    // Properties that a server does not know are empty, in another group.
    if (text.trim() !== '' && !values.has(local)) values.set(local, text.trim())
    text = ''
    if (local === 'response') members.push(memberOf(values, isFolder))
  })
  return (more) => {
    parser.write(more)
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
