import { isVideoFileName, type WatchFileReason } from '@kinora/contract'
import { type CompanionRules, companionKindOf } from '../companions/companion-names.ts'
import { matchesPattern } from '../companions/name-pattern.ts'

/** Endings that programs give to files while they write them. */
const TEMPORARY = /(?:\.(?:part|partial|filepart|tmp|temp|crdownload|download|writing|incomplete)|~)$/i

export interface NameRules extends CompanionRules {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Why a file is not taken, by its name. Null if it is. @param path below the watched folder */
export function refusalOf(path: string, { include, exclude, ...rules }: NameRules): WatchFileReason | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  if (name.startsWith('.') || name.startsWith('~$') || TEMPORARY.test(name)) return 'temporary'
  const matches = (pattern: string) => matchesPattern(name, pattern.toLowerCase())
  if (exclude.some(matches)) return 'excluded'
  if (companionKindOf(path, rules) !== null) return 'companion'
  if (include.length > 0) return include.some(matches) ? null : 'excluded'
  return isVideoFileName(name) ? null : 'no-video'
}
