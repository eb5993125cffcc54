/// <reference path="./modules.d.ts" />
import { addTranslation } from 'media-chrome/dist/utils/i18n.js'
import type texts from './texts.json'

/** Texts of one language, typed by the English ones of a file that has the languages of each text side by side. */
export type EnglishOf<T> = T extends { readonly en: infer Text }
  ? Text
  : { [K in keyof T as T[K] extends PluralForm ? never : K]: EnglishOf<T[K]> }

/** A plural form that Arabic has and English lacks. */
type PluralForm = { readonly ar: string; readonly en?: never }

type AllTexts = EnglishOf<typeof texts>
export type Texts = AllTexts['player']

const load = {
  en: () => import('./texts.json?en'),
  hi: () => import('./texts.json?hi'),
  ar: () => import('./texts.json?ar'),
  te: () => import('./texts.json?te'),
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
  const { chrome, player } = (await load[language]()).default as AllTexts
  addTranslation(language, chrome)
  return { language, texts: player }
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
