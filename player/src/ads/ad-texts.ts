import type { Language } from '../languages.ts'
import type en from './i18n/en.json'

export type AdTexts = typeof en.ads

const load = {
  en: () => import('./i18n/en.json'),
  hi: () => import('./i18n/hi.json'),
  ar: () => import('./i18n/ar.json'),
  te: () => import('./i18n/te.json'),
}

export async function loadAdTexts(language: Language): Promise<AdTexts> {
  return (await load[language]()).default.ads
}
