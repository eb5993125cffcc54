import { videoExtensions } from '@kinora/contract'
import type { ContentRow } from './content-view.ts'

const MAX_LENGTH = 150

/** A title as the name of a file that every system takes, and that leads out of no folder. */
export function nameInArchive(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return name === '' ? 'video' : name
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
export function withoutTwins(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let unlike = name
    for (let n = 2; taken.has(unlike.toLowerCase()); n++)
      unlike = `${name.slice(0, dot)} (${n})${name.slice(dot)}`
    taken.add(unlike.toLowerCase())
    return unlike
  })
}
