import { bareNames, referenceNames } from './reference-names.ts'

const characters = new Map(
  referenceNames
    .trim()
    .split(/\s/)
    .flatMap((entry) => {
      const [codes = '', names = ''] = entry.split(':')
      const text = String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)))
      return names.split(',').map((name) => [name, text] as const)
    }),
)
const bare = new Set(bareNames.trim().split(/\s/))
const longestBare = Math.max(...Array.from(bare, (name) => name.length))

const numeric = /&#(?:[xX]([\da-fA-F]+)|(\d+));?/y
const named = /&([a-zA-Z][a-zA-Z\d]{0,39})(;?)/y
/** Numbers that mean characters of Windows-1252 (HTML 13.2.5.80). */
const windows = new TextDecoder('windows-1252')

/** Reads the character reference at an index as HTML does, with all names, and names without a semicolon. Null if
 * there is none. */
export function referenceAt(
  text: string,
  at: number,
): { readonly text: string; readonly length: number } | null {
  numeric.lastIndex = at
  const number = numeric.exec(text)
  if (number !== null) return { text: characterOf(number), length: number[0].length }
  named.lastIndex = at
  const [whole = '', name = '', semicolon = ''] = named.exec(text) ?? []
  const exact = semicolon === ';' ? characters.get(name) : undefined
  if (exact !== undefined) return { text: exact, length: whole.length }
  for (let length = Math.min(longestBare, name.length); length > 1; length--) {
    const start = name.slice(0, length)
    if (bare.has(start)) return { text: characters.get(start) ?? '', length: 1 + length }
  }
  return null
}

function characterOf([, hexadecimal, decimal]: RegExpExecArray): string {
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (code >= 0x80 && code <= 0x9f) return windows.decode(Uint8Array.of(code))
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
