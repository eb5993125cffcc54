import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TextTree, textsIn } from '@kinora/player/vite-texts'

/** Texts of one file and namespace in one language. */
export interface TextFile {
  readonly path: string
  readonly namespace: string
  /** Undefined outside of areas. */
  readonly area: string | undefined
  /** Names of what the contract declares. */
  readonly isVocabulary: boolean
  readonly texts: TextTree
}

/** Groups of an area's texts that name what the contract declares. They belong to the namespace `common`. */
const vocabularyGroups = [
  'areas',
  'rights',
  'roleLimits',
  'auditActions',
  'eventTypes',
  'eventGroups',
  'problems',
  'messages',
  'meters',
] as const
export type VocabularyGroup = (typeof vocabularyGroups)[number]

export function textFilesOf(src: string, language: string): readonly TextFile[] {
  return globSync('**/texts.json', { cwd: src }).flatMap((name): TextFile[] => {
    const path = join(src, name)
    const texts = textsIn(language, JSON.parse(readFileSync(path, 'utf8')))
    const area = /^areas[\\/](\w+)/.exec(name)?.[1]
    if (area === undefined)
      return [{ path, namespace: sharedNamespace(name), area, isVocabulary: false, texts }]
    return [
      { path, namespace: area, area, isVocabulary: false, texts: groupsOf(texts, false) },
      { path, namespace: 'common', area, isVocabulary: true, texts: groupsOf(texts, true) },
    ]
  })
}

/** Outside of areas the folder's name is the namespace, and `lib` has the common texts. */
function sharedNamespace(name: string): string {
  const [folder = ''] = name.split(/[\\/]/)
  return folder === 'lib' ? 'common' : folder
}

function groupsOf(texts: TextTree, inVocabulary: boolean): TextTree {
  const entries = Object.entries(texts).filter(([name]) => isVocabularyGroup(name) === inVocabulary)
  return Object.fromEntries(entries)
}

function isVocabularyGroup(name: string): boolean {
  return vocabularyGroups.some((group) => group === name)
}
