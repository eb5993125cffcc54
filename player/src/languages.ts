import { addTranslation } from 'media-chrome/dist/utils/i18n.js'
import ar from './i18n/ar.json' with { type: 'json' }
import en from './i18n/en.json' with { type: 'json' }
import hi from './i18n/hi.json' with { type: 'json' }
import te from './i18n/te.json' with { type: 'json' }

export type Texts = typeof en.player

const languages = { en, hi, ar, te }
export type Language = keyof typeof languages

for (const [language, { chrome }] of Object.entries(languages)) addTranslation(language, chrome)

/** Texts of the player in the nearest language. */
export function textsOf(language: string): { language: Language; texts: Texts } {
  const short = language.toLowerCase().split('-')[0] ?? 'en'
  const known = isLanguage(short) ? short : 'en'
  return { language: known, texts: languages[known].player }
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
  return Object.hasOwn(languages, language)
}
