import type { EnglishOf, Language } from '../languages.ts'
import type texts from './texts.json'

type AllTexts = EnglishOf<typeof texts>
export type AdTexts = AllTexts['ads']

const load = {
  en: () => import('./texts.json?en'),
  hi: () => import('./texts.json?hi'),
  ar: () => import('./texts.json?ar'),
  te: () => import('./texts.json?te'),
}

export async function loadAdTexts(language: Language): Promise<AdTexts> {
  return ((await load[language]()).default as AllTexts).ads
}
