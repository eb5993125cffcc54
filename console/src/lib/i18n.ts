import i18next, { type ResourceNamespaceMap, type TFunction } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { writeStored } from './browser/storage'
import type common from './i18n/en.json'
import { isLanguage, type Language, languages } from './languages'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
  }
  /** Each area adds its own texts here, typed from English; see `areas/identity/texts.d.ts`. */
  interface ResourceNamespaceMap {
    common: typeof common
  }
}

/** Knows every area's texts: `t('identity:signIn.title')`; without a prefix, those of `lib/i18n`. */
export type Translate = TFunction<['common', ...(keyof ResourceNamespaceMap)[]]>

type Texts = Record<string, unknown>
/** `../areas/library/clips/i18n/hi.json` belongs to the namespace `library`; outside of areas the folder above `i18n` names it. */
const files = import.meta.glob<Texts>('../**/i18n/*.json', { import: 'default' })

/** Loads the language that `theme.js` put on the document, and English behind nothing: every text has four. */
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
  const wanted = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`))
  const loaded = await Promise.all(
    wanted.map(async ([path, load]) => [namespaceOf(path), await load()] as const),
  )
  const byNamespace: Record<string, Texts> = {}
  for (const [namespace, texts] of loaded) byNamespace[namespace] = { ...byNamespace[namespace], ...texts }
  return byNamespace
}

function namespaceOf(path: string): string {
  const area = /\/areas\/([^/]+)\//.exec(path)?.[1]
  if (area !== undefined) return area
  const folder = path.split('/').at(-3) ?? ''
  return folder === '..' || folder === '.' ? 'common' : folder
}
