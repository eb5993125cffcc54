import { type SubtitleCharset, subtitleCharsets } from '@kinora/contract'
import { cueLimits } from '@kinora/media'
import { analyse } from 'chardet'

type TextRefusal = 'file-too-large' | 'not-text'

/** Names of the detector that differ from the Encoding Standard. */
const aliases: Readonly<Record<string, SubtitleCharset>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
}

interface Decoded {
  readonly text: string
  readonly charset: SubtitleCharset
}

/** Decodes a text file with the given charset or a detected one. */
export function decodeText(bytes: Uint8Array, named?: SubtitleCharset): Decoded | TextRefusal {
  if (bytes.length > cueLimits.fileBytes) return 'file-too-large'
  const charset = named ?? detectUtf16(bytes)
  const found = charset === null ? decodeNarrow(bytes) : decode(bytes, charset)
  return found !== null && isText(found.text) ? found : 'not-text'
}

function decodeNarrow(bytes: Uint8Array): Decoded | null {
  // Other text is hardly ever valid UTF-8 by chance.
  const unicode = decode(bytes, 'utf-8')
  if (unicode !== null) return unicode
  const known = analyse(bytes).flatMap(({ name }) => {
    const lower = name.toLowerCase()
    return aliases[lower] ?? subtitleCharsets.filter((charset) => charset === lower && !isUnicode(charset))
  })
  for (const charset of [...known, 'windows-1252' as const]) {
    const decoded = decode(bytes, charset)
    if (decoded !== null) return decoded
  }
  return null
}

function isUnicode(charset: SubtitleCharset): boolean {
  return charset.startsWith('utf-')
}

function decode(bytes: Uint8Array, charset: SubtitleCharset): Decoded | null {
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset }
  } catch {
    // A strict decoder throws for bytes of another charset.
    return null
  }
}

/** By its byte order mark, or by the zero bytes that digits and spaces have in UTF-16. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const threshold = head.length / 20
  if (odd > threshold && even * 10 < odd) return 'utf-16le'
  return even > threshold && odd * 10 < even ? 'utf-16be' : null
}

/** Text has hardly any control characters; images and programs have many. */
function isText(text: string): boolean {
  const controls = text.match(/[^\P{Cc}\s]/gu)?.length ?? 0
  return controls <= text.length / 500
}
