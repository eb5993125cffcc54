import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TextTree {
  readonly [name: string]: TextTree | string
}

/** A file of texts in one language. */
export interface TextFile {
  readonly path: string
  readonly namespace: string
  /** Undefined outside of areas. */
  readonly area: string | undefined
  /** Problems, messages, events and audit actions. */
  readonly isVocabulary: boolean
  readonly texts: TextTree
}

export function textFilesOf(src: string, language: string): readonly TextFile[] {
  const own = globSync(`**/i18n/${language}.json`, { cwd: src }).map((name) => {
    const texts: TextTree = parse(join(src, name))
    return {
      path: join(src, name),
      namespace: namespaceOf(name),
      area: areaOf(name),
      isVocabulary: false,
      texts,
    }
  })
  const vocabularies = globSync('areas/*/vocabulary.json', { cwd: src }).map((name) => {
    const texts = inLanguage(language, parse(join(src, name)))
    return { path: join(src, name), namespace: 'common', area: areaOf(name), isVocabulary: true, texts }
  })
  return [...own, ...vocabularies]
}

function parse(path: string): TextTree {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * `areas/library/clips/i18n/hi.json` belongs to the namespace `library`; outside of areas the folder's name is the
 * namespace, and `lib` has the common texts.
 */
function namespaceOf(name: string): string {
  const [folder = ''] = name.split(/[\\/]/)
  return areaOf(name) ?? (folder === 'lib' ? 'common' : folder)
}

function areaOf(name: string): string | undefined {
  return /^areas[\\/](\w+)/.exec(name)?.[1]
}

/** A vocabulary has the languages of each text side by side. */
function inLanguage(language: string, texts: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(texts).map(([name, inner]) => {
      if (typeof inner === 'string') return [name, inner]
      const text = inner[language]
      return [name, typeof text === 'string' ? text : inLanguage(language, inner)]
    }),
  )
}
