import { addTranslation } from 'media-chrome/dist/utils/i18n.js'
import type en from './i18n/en.json'

export type Texts = typeof en.player

const load = {
  en: () => import('./i18n/en.json'),
  hi: () => import('./i18n/hi.json'),
  ar: () => import('./i18n/ar.json'),
  te: () => import('./i18n/te.json'),
}
export type Language = keyof typeof load

/** A language with its texts. */
export interface Spoken {
  readonly language: Language
  readonly texts: Texts
}

export function directionOf(language: string): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

const loaded = new Map<Language, Promise<Spoken>>()

/** Loads the nearest language (BCP 47) with the texts of the player. Returns the same promise for each language. */
export function loadLanguage(asked: string): Promise<Spoken> {
  const short = asked.toLowerCase().split('-')[0] ?? 'en'
  const language = isLanguage(short) ? short : 'en'
  const known = loaded.get(language) ?? loadTexts(language)
  loaded.set(language, known)
  return known
}

async function loadTexts(language: Language): Promise<Spoken> {
  const { default: texts } = await load[language]()
  addTranslation(language, texts.chrome)
  return { language, texts: texts.player }
}

/** Locale for dates: the requested one if it is a locale of the language. */
export function localeOf(asked: string, language: Language): string {
  try {
    return Intl.getCanonicalLocales(asked).find((locale) => locale.startsWith(language)) ?? language
  } catch {
    return language
  }
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(load, language)
}
