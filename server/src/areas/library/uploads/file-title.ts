import { cutText } from '@kinora/contract'

/** A title from a file name: without the extension, separators as spaces. */
export function titleFromFileName(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return cutText(words, 200).trim() || cutText(fileName, 200)
}
