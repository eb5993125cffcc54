import { SaxesParser } from 'saxes'

/** An element of an XML document. */
export interface XmlElement {
  /** Name without the prefix of its namespace. */
  readonly name: string
  /** Trimmed values. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Trimmed text and CDATA, without that of children. */
  readonly text: string
}

export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
}

const MAX_DEPTH = 40
const MAX_ELEMENTS = 5000
const MAX_ATTRIBUTES = 50

interface Growing extends XmlElement {
  readonly children: Growing[]
  text: string
}

/** Ampersands outside CDATA that begin no entity of XML, as in URLs that a server did not escape. */
const BARE_AMPERSANDS = /<!\[CDATA\[[\s\S]*?\]\]>|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi

/**
 * Parses untrusted XML. Ampersands that are not escaped are part of the text. The parser, saxes, loads no external resources and expands no entities of the document, and needs about
 * 15 ms for the largest allowed answer (256 kB). Documents with a DOCTYPE are refused.
 * @throws XmlRefused
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const open: Growing[] = []
  let root: XmlElement | null = null
  let elements = 0
  parser.on('doctype', () => {
    throw new XmlRefused('a DOCTYPE is not allowed')
  })
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw new XmlRefused('too many elements')
    if (Object.keys(attributes).length > MAX_ATTRIBUTES) throw new XmlRefused('too many attributes')
    open.push({ name: localName(name), attributes: trimmed(attributes), children: [], text: '' })
  })
  const addText = (added: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += added
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element === undefined) return
    element.text = element.text.trim()
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else parent.children.push(element)
  })
  parser.on('error', (error) => {
    throw new XmlRefused(error.message)
  })
  const escaped = text.replace(BARE_AMPERSANDS, (found) => (found === '&' ? '&amp;' : found))
  parser.write(escaped.trimStart()).close()
  if (root === null) throw new XmlRefused('the document is empty')
  return root
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function trimmed(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value.trim()]))
}

export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name)
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

/** Non-empty texts of the children with this name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap(({ text }) => (text === '' ? [] : [text]))
}
