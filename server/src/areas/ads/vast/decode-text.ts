const FIRST_BYTES: readonly (readonly [charset: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  // Without a mark, the first character is `<` (XML 1.0, F.1).
  ['utf-16le', 0x3c, 0x00],
  ['utf-16be', 0x00, 0x3c],
]
/** Maximum length of an XML declaration. */
const DECLARATION_BYTES = 200

/** Decodes an XML document with the charset of its first bytes, the HTTP header, or else its declaration (RFC 7303, 3.2). */
export function decodeXmlText(bytes: Uint8Array, contentType: string): string {
  const marked = FIRST_BYTES.find(([, ...mark]) => mark.every((byte, n) => bytes[n] === byte))
  const sent = /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1]
  const charset = marked?.[0] ?? sent ?? declaredCharset(bytes)
  return decoderOf(charset).decode(bytes)
}

function declaredCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1')
  const declared = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1]
  // A declaration that is readable as single bytes cannot be in UTF-16.
  return declared === undefined || /^utf-16/i.test(declared) ? 'utf-8' : declared
}

/** Decoder for a charset. UTF-8 for unknown ones. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
