import { isVideoFileName, type WatchFileReason } from '@kinora/contract'
import type { WatchFolderRow } from '../tables.ts'

/** Endings that programs give to files while they write them. */
const TEMPORARY = /(?:\.(?:part|partial|filepart|tmp|temp|crdownload|download|writing|incomplete)|~)$/i

/** Why a file is not taken, by its name. Null if it is. @param path below the watched folder */
export function refusalOf(
  path: string,
  { include, exclude }: Pick<WatchFolderRow, 'include' | 'exclude'>,
): WatchFileReason | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  if (name.startsWith('.') || name.startsWith('~$') || TEMPORARY.test(name)) return 'temporary'
  const matches = (pattern: string) => matchesPattern(name, pattern.toLowerCase())
  if (exclude.some(matches)) return 'excluded'
  if (include.length > 0) return include.some(matches) ? null : 'excluded'
  return isVideoFileName(name) ? null : 'no-video'
}

/** Whether a name has the form of a pattern, in which `*` is any text and `?` any character. Its time grows with the product of both
 * lengths at most. */
function matchesPattern(name: string, pattern: string): boolean {
  let [at, inPattern] = [0, 0]
  /** The last star, and how much of the name it has taken. */
  let [star, taken] = [-1, 0]
  while (at < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern
      taken = at
      inPattern += 1
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[at]) {
      at += 1
      inPattern += 1
    } else if (star >= 0) {
      taken += 1
      at = taken
      inPattern = star + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(inPattern))
}
