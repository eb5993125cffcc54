import { matchesGlob } from 'node:path'
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
  const matches = (pattern: string) => matchesGlob(name, pattern.toLowerCase())
  if (exclude.some(matches)) return 'excluded'
  if (include.length > 0) return include.some(matches) ? null : 'excluded'
  return isVideoFileName(name) ? null : 'no-video'
}
