import type { Merged } from '@kinora/contract/vocabulary'
import i18next, { type ResourceNamespaceMap, type TFunction } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { writeStored } from './browser/storage'
import type common from './i18n/en.json'
import { isLanguage, type Language, languages } from './languages'

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

/** Translates keys of every area: `t('identity:signIn.title')`; without a prefix, keys of `lib/i18n`. */
export type Translate = TFunction<['common', ...(keyof ResourceNamespaceMap)[]]>

type Texts = Record<string, unknown>
type TextFiles = Record<string, Texts>

const load: Readonly<Record<Language, () => Promise<{ texts: TextFiles }>>> = {
  en: () => import('./texts/en'),
  hi: () => import('./texts/hi'),
  ar: () => import('./texts/ar'),
  te: () => import('./texts/te'),
}

/**
 * Loads the language that `theme.js` set on the document. There is no fallback language, because every text exists in
 * all four.
 */
export async function startI18n(): Promise<void> {
  const wanted = document.documentElement.lang
  const language = isLanguage(wanted) ? wanted : 'en'
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: { [language]: await loadTexts(language) },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

export async function setLanguage(language: Language): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadTexts(language))) {
    i18next.addResourceBundle(language, namespace, texts)
  }
  writeStored('device', 'language', language)
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].dir
  await i18next.changeLanguage(language)
}

export function useText(): Translate {
  return useTranslation<['common', ...(keyof ResourceNamespaceMap)[]]>().t
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : 'en'
}

async function loadTexts(language: Language): Promise<Record<string, Texts>> {
  const byNamespace: Record<string, Texts> = {}
  for (const [path, texts] of Object.entries((await load[language]()).texts)) {
    const namespace = namespaceOf(path)
    byNamespace[namespace] = withGroups(byNamespace[namespace], texts)
  }
  return byNamespace
}

/** Merges texts into a namespace; groups in both are merged. */
function withGroups(before: Texts = {}, added: Texts): Texts {
  const joined = Object.entries(added).map(([name, texts]) => {
    const present = before[name]
    return [name, typeof texts === 'object' && typeof present === 'object' ? { ...present, ...texts } : texts]
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
