import type { Merged } from '@kinora/contract/vocabulary'
import type { ResourceNamespaceMap, TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { writeStored } from './browser/storage'
import type common from './i18n/en.json'
import { isLanguage, type Language, languages } from './languages'
import { type Texts, translatorOf } from './translator'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
  }
  /** Each area declares its own texts here, typed from English; see `areas/identity/texts.d.ts`. */
  interface ResourceNamespaceMap {
    common: typeof common & Merged<EnglishOf<VocabularyTexts[keyof VocabularyTexts]>>
  }
  /** The `vocabulary.json` of each area: problems, messages and audit actions, with all languages of a text side by
   * side. They belong to `common`. */
  interface VocabularyTexts {}
}

type EnglishOf<T> = T extends { readonly en: infer Text } ? Text : { [K in keyof T]: EnglishOf<T[K]> }

/**
 * Translates keys of every area: `t('identity:signIn.title')`; without a prefix, keys of `lib/i18n`. Only the types are
 * i18next's: they know every key and its variables.
 */
export type Translate = TFunction<['common', ...(keyof ResourceNamespaceMap)[]]>

type TextFiles = Readonly<Record<string, Texts>>

/** Texts of the screens before sign-in, and of all others. */
const load: Readonly<Record<'entrance' | 'rest', Record<Language, () => Promise<{ texts: TextFiles }>>>> = {
  entrance: {
    en: () => import('./texts/entrance/en'),
    hi: () => import('./texts/entrance/hi'),
    ar: () => import('./texts/entrance/ar'),
    te: () => import('./texts/entrance/te'),
  },
  rest: {
    en: () => import('./texts/en'),
    hi: () => import('./texts/hi'),
    ar: () => import('./texts/ar'),
    te: () => import('./texts/te'),
  },
}

interface Spoken {
  readonly language: Language
  readonly t: Translate
}

const watchers = new Set<() => void>()
const parts: (keyof typeof load)[] = ['entrance']
const loaded = new Map<string, Promise<TextFiles>>()
const typed = (t: ReturnType<typeof translatorOf>) => t as unknown as Translate
let spoken: Spoken = { language: 'en', t: typed(translatorOf('en', {})) }

/** Loads the language that `theme.js` set on the document: the texts of the screens before sign-in. */
export function startI18n(): Promise<void> {
  const wanted = document.documentElement.lang
  return speak(isLanguage(wanted) ? wanted : 'en')
}

/** From now on, the texts of all screens are loaded. */
export async function loadAllTexts(): Promise<void> {
  if (!parts.includes('rest')) parts.push('rest')
  await startI18n()
}

export async function setLanguage(language: Language): Promise<void> {
  await Promise.all(parts.map((part) => loadTexts(part, language)))
  writeStored('device', 'language', language)
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].dir
  await speak(language)
}

export function useText(): Translate {
  return useSpoken().t
}

export function useLanguage(): Language {
  return useSpoken().language
}

/** The translator of the current language, outside of components. */
export function currentText(): Translate {
  return spoken.t
}

function useSpoken(): Spoken {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => spoken,
  )
}

async function speak(language: Language): Promise<void> {
  const files = await Promise.all(parts.map((part) => loadTexts(part, language)))
  const texts: Record<string, Texts> = {}
  for (const [path, added] of files.flatMap((part) => Object.entries(part))) {
    const namespace = namespaceOf(path)
    texts[namespace] = withGroups(texts[namespace], added)
  }
  spoken = { language, t: typed(translatorOf(language, texts)) }
  for (const watcher of watchers) watcher()
}

function loadTexts(part: keyof typeof load, language: Language): Promise<TextFiles> {
  const name = `${part} ${language}`
  const texts = loaded.get(name) ?? load[part][language]().then((module) => module.texts)
  loaded.set(name, texts)
  // Tried again after a fault of the network.
  texts.catch(() => loaded.delete(name))
  return texts
}

/** Merges texts into a namespace; groups in both are merged, at every depth. */
function withGroups(before: Texts = {}, added: Texts): Texts {
  const joined = Object.entries(added).map(([name, texts]): [string, Texts[string]] => {
    const present = before[name]
    const areGroups = typeof texts === 'object' && typeof present === 'object'
    return [name, areGroups ? withGroups(present, texts) : texts]
  })
  return { ...before, ...Object.fromEntries(joined) }
}

/**
 * `../../areas/library/clips/i18n/hi.json` belongs to the namespace `library`; outside of areas, the folder's name is
 * the namespace.
 */
function namespaceOf(path: string): string {
  if (path.includes('/vocabulary.json')) return 'common'
  const area = /\/areas\/([^/]+)\//.exec(path)?.[1]
  if (area !== undefined) return area
  const folder = path.split('/').at(-3) ?? ''
  return folder === '..' ? 'common' : folder
}
