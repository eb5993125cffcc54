import { videoExtensions } from '@kinora/contract'
import type { ContentRow } from '../contents/content-view.ts'

/** Systems take 255 bytes; a language, a number and an ending come after the title. */
const MAX_BYTES = 200

/** A title as the name of a file that every system takes, and that leads out of no folder. */
export function safeFileName(title: string): string {
  // The joiners (U+200C, U+200D) stay: in Indic scripts they are part of how a word is written.
  const harmless = title.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const name = truncateBytes(harmless, MAX_BYTES).replace(/^[.\s]+|[.\s]+$/g, '')
  return name === '' ? 'video' : name
}

/** As much of the text as fits into so many bytes, without half a letter at the end. */
function truncateBytes(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes))
  return text.slice(0, read)
}

/** The original under the video's title, with the ending that it came with. */
export function originalName({ title, fileName }: Pick<ContentRow, 'title' | 'fileName'>): string {
  const ending = fileName?.toLowerCase().split('.').at(-1)
  const extension = videoExtensions.find((each) => each === ending) ?? 'mp4'
  return `${title.replace(new RegExp(`\\.${extension}$`, 'i'), '')}.${extension}`
}

export function mp4Name({ title }: Pick<ContentRow, 'title'>, rendition: string): string {
  return `${title} ${rendition}.mp4`
}

/** The same names, none twice, whatever the case of their letters. */
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
