import { type SubtitleCharset, subtitleCharsets } from '@kinora/contract'
import { cueLimits } from '@kinora/media'
import { analyse } from 'chardet'

type TextRefusal = 'file-too-large' | 'not-text'

/** Names of the detector that differ from the Encoding Standard. */
const aliases: Readonly<Record<string, SubtitleCharset>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
}

/** Charsets of the Latin script. They share most letters, so short texts look alike in them. */
const latinCharsets: readonly SubtitleCharset[] = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'iso-8859-2',
]

interface LatinLanguage {
  readonly codes: string
  /** Letters beyond ASCII. */
  readonly letters: string
  /** Charsets, the most common one first. */
  readonly charsets: readonly SubtitleCharset[]
}

const latinLanguages: readonly LatinLanguage[] = [
  { codes: 'bs hr sh sr', letters: 'čćđšž', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'sl', letters: 'čšž', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'cs', letters: 'áčďéěíňóřšťúůýž', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'sk', letters: 'áäčďéíĺľňóôŕšťúýž', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'pl', letters: 'ąćęłńóśźż', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'hu', letters: 'áéíóöőúüű', charsets: ['windows-1250', 'iso-8859-2', 'windows-1252'] },
  { codes: 'ro', letters: 'ăâîşţ', charsets: ['windows-1250', 'iso-8859-2'] },
  { codes: 'sq', letters: 'çë', charsets: ['windows-1250', 'windows-1252'] },
  { codes: 'tr', letters: 'çğıöşüİ', charsets: ['windows-1254'] },
  { codes: 'az', letters: 'çğıöşüİ', charsets: ['windows-1254'] },
  {
    codes: 'ca da de en es eu fi fo fr ga gl id is it ms nb nl nn no pt sv sw',
    letters: 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþßœ',
    charsets: ['windows-1252'],
  },
]

interface Decoded {
  readonly text: string
  readonly charset: SubtitleCharset
}

/** Hints for decoding a text file. */
export interface TextHints {
  readonly charset?: SubtitleCharset | undefined
  /** Decides between charsets that look alike. */
  readonly languageCode?: string | undefined
}

/** Decodes a text file with the given charset or a detected one. */
export function decodeText(bytes: Uint8Array, hints: TextHints = {}): Decoded | TextRefusal {
  if (bytes.length > cueLimits.fileBytes) return 'file-too-large'
  const charset = hints.charset ?? detectUtf16(bytes)
  const found = charset === null ? decodeNarrow(bytes, hints.languageCode) : decode(bytes, charset)
  return found !== null && isText(found.text) ? found : 'not-text'
}

function decodeNarrow(bytes: Uint8Array, languageCode: string | undefined): Decoded | null {
  // Other text is hardly ever valid UTF-8 by chance.
  const unicode = decode(bytes, 'utf-8')
  if (unicode !== null) return unicode
  const language = latinLanguageOf(languageCode)
  const known = analyse(keyframeSampleOf(bytes)).flatMap(({ name, confidence }) => {
    if (language !== undefined && confidence <= GUESS) return []
    const lower = name.toLowerCase()
    return aliases[lower] ?? subtitleCharsets.filter((charset) => charset === lower && !isUnicode(charset))
  })
  for (const charset of [...known, 'windows-1252' as const]) {
    const decoded = decode(bytes, charset)
    if (decoded === null) continue
    const isOpen = language !== undefined && latinCharsets.includes(charset)
    return isOpen ? (decodeLatin(bytes, language) ?? decoded) : decoded
  }
  return null
}

/** The detector takes seconds for a large file, and learns little after the first pages. */
const SAMPLE_BYTES = 64 * 1024

/** The part from the first letter beyond ASCII. */
function keyframeSampleOf(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte > 0x7f)
  return bytes.subarray(start, start + SAMPLE_BYTES)
}

/** The confidence of the detector for text that is too short. */
const GUESS = 10

function latinLanguageOf(languageCode = ''): LatinLanguage | undefined {
  const [code = ''] = languageCode.toLowerCase().split('-')
  return latinLanguages.find(({ codes }) => codes.split(' ').includes(code))
}

/** Decodes text in the charset that yields the most letters of the language. */
function decodeLatin(bytes: Uint8Array, language: LatinLanguage): Decoded | null {
  const sample = keyframeSampleOf(bytes)
  const countLetters = (charset: SubtitleCharset) => {
    const letters = [...(decode(sample, charset)?.text ?? '')]
    return letters.filter((letter) => language.letters.includes(letter.toLowerCase())).length
  }
  const charsets = language.charsets.toSorted((one, other) => countLetters(other) - countLetters(one))
  return charsets.map((charset) => decode(bytes, charset)).find((decoded) => decoded !== null) ?? null
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

/** Detects UTF-16 by the byte order mark, or by the zero bytes of digits and spaces. */
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
