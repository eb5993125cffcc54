/**
 * The console's languages by their own names. `tag` is the Intl locale: Arabic with Western digits, English with the
 * day before the month.
 */
export const languages = {
  en: { name: 'English', tag: 'en-GB', dir: 'ltr' },
  hi: { name: 'हिन्दी', tag: 'hi-IN', dir: 'ltr' },
  ar: { name: 'العربية', tag: 'ar-AE-u-nu-latn', dir: 'rtl' },
  te: { name: 'తెలుగు', tag: 'te-IN', dir: 'ltr' },
} as const

export type Language = keyof typeof languages
export const languageCodes = ['en', 'hi', 'ar', 'te'] as const satisfies readonly Language[]

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}
