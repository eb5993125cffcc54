import { cutText, videoExtensions } from '@kinora/contract'
import type { ContentRow } from '../contents/content-view.ts'

/** File systems allow 255 bytes; a language, a number and an extension follow the title. */
const MAX_BYTES = 200

/** The title as a file name that is valid on every system and contains no path. */
export function safeFileName(title: string): string {
  // Keeps the joiners (U+200C, U+200D): Indic scripts need them for correct spelling.
  const harmless = title.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const name = truncateBytes(harmless, MAX_BYTES).replace(/^[.\s]+|[.\s]+$/g, '')
  return name === '' ? 'video' : name
}

/** Cuts the text to a number of bytes. */
function truncateBytes(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes))
  return cutText(text, read)
}

/** The video's title with the extension of the original file. */
export function originalName({ title, fileName }: Pick<ContentRow, 'title' | 'fileName'>): string {
  const ending = fileName?.toLowerCase().split('.').at(-1)
  const extension = videoExtensions.find((each) => each === ending) ?? 'mp4'
  return `${title.replace(new RegExp(`\\.${extension}$`, 'i'), '')}.${extension}`
}

export function mp4Name({ title }: Pick<ContentRow, 'title'>, rendition: string): string {
  return `${title} ${rendition}.mp4`
}

/** Makes the names unique, ignoring case. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++)
      unique = `${name.slice(0, dot)} (${n})${name.slice(dot)}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
