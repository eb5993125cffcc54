import { SaxesParser, type SaxesTagNS } from 'saxes'
import { StoreFault } from '../file-store.ts'

/** An element of an answer. */
export interface XmlElement {
  readonly uri: string
  readonly local: string
}

interface Listener {
  /** @param attribute its attribute of a name without a prefix */
  readonly open?: (element: XmlElement, attribute: (name: string) => string | undefined) => void
  /** @param text the text between its last tag and its end */
  readonly close: (element: XmlElement, text: string) => void
}

/** Longer texts of one element are no path, date or version. */
const MOST_TEXT = 8192
/** Elements inside each other. Answers need 6, and the parser looks for names of namespaces in all of them. */
const MOST_OPEN = 32

/** Reads XML of others piece by piece. Entities and document types are refused.
 * @returns takes the next text. @throws StoreFault protocol */
export function xmlElements({ open, close }: Listener): (text: string) => void {
  const parser = new SaxesParser({ xmlns: true })
  let text = ''
  let depth = 0
  const refuse = (why: string): never => {
    throw new StoreFault('protocol', `the answer of the server cannot be read: ${why}`)
  }
  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('document types are refused'))
  parser.on('opentag', ({ uri, local, attributes }: SaxesTagNS) => {
    text = ''
    depth += 1
    if (depth > MOST_OPEN) refuse('there are too many elements inside each other')
    open?.({ uri, local }, (name) => attributes[name]?.value)
  })
  const addText = (more: string) => {
    text += more
    if (text.length > MOST_TEXT) refuse('a text is too long')
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ uri, local }: SaxesTagNS) => {
    depth -= 1
    close({ uri, local }, text.trim())
    text = ''
  })
  return (more) => void parser.write(more)
}
