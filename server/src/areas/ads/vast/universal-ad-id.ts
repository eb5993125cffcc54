import { childrenOf, type XmlElement } from './xml.ts'

/** A universal ad ID, with the registry that assigned it. */
export interface UniversalAdId {
  readonly registry: string
  readonly value: string
}

/** Letters and digits of texts that stand for no ID. */
const placeholders: ReadonlySet<string> = new Set([
  '',
  'unknown',
  'na',
  'none',
  'empty',
  'null',
  'undefined',
  'nil',
  'nan',
  'notavailable',
  'notapplicable',
  'notset',
  'noid',
  'missing',
  'unspecified',
  'tbd',
])

/** Reads the first universal ad ID of a creative (VAST 4) that is no placeholder, such as `unknown`. Null if there is none. */
export function universalAdIdOf(creative: XmlElement): UniversalAdId | null {
  const found = childrenOf(creative, 'UniversalAdId').flatMap(({ attributes, text }) => {
    const registry = attributes.idRegistry ?? ''
    if (registry !== '' && isPlaceholder(registry)) return []
    // VAST 4.0 has the ID in an attribute.
    const value = [text, attributes.idValue ?? ''].find(isValue)
    return value === undefined ? [] : [{ registry, value }]
  })
  return found[0] ?? null
}

const isValue = (text: string) => !isPlaceholder(text)

function isPlaceholder(text: string): boolean {
  // A macro that the ad server did not replace, or its value for unknown.
  if (text === '-1' || /^(?:\[.*\]|%%.*%%|\{.*\})$/.test(text)) return true
  const known = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return placeholders.has(known) || /^0+$/.test(known)
}
