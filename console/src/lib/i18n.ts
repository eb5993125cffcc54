import load from 'virtual:texts'
import type { EnglishOf } from '@kinora/player'
import type { ResourceNamespaceMap, TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { VocabularyGroup } from '../../vite-text-files'
import type app from '../app/texts.json'
import type ui from '../ui/texts.json'
import { onStoredElsewhere, readStored, writeStored } from './browser/storage'
import { isLanguage, type Language, languages } from './languages'
import { type Texts, translatorOf } from './texts/translator'
import type common from './texts.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
  }
  /** Texts of all areas with their languages side by side, written to `texts.gen.d.ts`. */
  interface AreaTexts {}
  interface ResourceNamespaceMap extends NamespacesOf<AreaTexts> {
    common: EnglishOf<typeof common> & VocabularyOf<AreaTexts>
    app: EnglishOf<typeof app>
    ui: EnglishOf<typeof ui>
  }
}

type NamespacesOf<T> = { [A in keyof T]: EnglishOf<Omit<T[A], VocabularyGroup>> }
type VocabularyOf<T> = Merged<
  { [A in keyof T]: EnglishOf<Pick<T[A], VocabularyGroup & keyof T[A]>> }[keyof T]
>

/** The intersection of the members of a union. */
type Merged<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never

/**
 * Translates keys of every area: `t('identity:signIn.title')`; without a prefix, keys of `lib/texts.json`. Only the types are
 * i18next's: they know every key and its variables.
 */
export type Translate = TFunction<['common', ...(keyof ResourceNamespaceMap)[]]>

/** Texts load in stages: those of the screens before sign-in, of the list of videos, of a video, and all others. */
export type TextStage = keyof typeof load
const stages = ['entrance', 'videos', 'video', 'rest'] as const satisfies readonly TextStage[]

interface Spoken {
  readonly language: Language
  /** Number of stages that are loaded. */
  readonly stageCount: number
  readonly t: Translate
}

const watchers = new Set<() => void>()
/** Number of stages that are in use. */
let stageCount = 1
const loaded = new Map<string, Promise<Texts>>()
const typed = (t: ReturnType<typeof translatorOf>) => t as unknown as Translate
let spoken: Spoken = { language: 'en', stageCount: 0, t: typed(translatorOf('en', {})) }

/** Loads the language that `theme.js` set on the document: the texts of the screens before sign-in. */
export function startI18n(): Promise<void> {
  const wanted = document.documentElement.lang
  return speak(isLanguage(wanted) ? wanted : 'en')
}

/** From now on, the texts of this stage and of those before it are loaded. */
export async function loadTexts(stage: TextStage): Promise<void> {
  const count = stages.indexOf(stage) + 1
  stageCount = Math.max(stageCount, count)
  if (spoken.stageCount < count) await startI18n()
}

export function loadAllTexts(): Promise<void> {
  return loadTexts('rest')
}

export async function setLanguage(language: Language): Promise<void> {
  await textsIn(language)
  writeStored('device', 'language', language)
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].dir
  await speak(language)
}

/** From now on, a language that is chosen in another tab is the language of this one too. */
export function watchLanguage(): void {
  onStoredElsewhere('device', 'language', () => {
    const language = readStored('device', 'language')
    if (language !== null && isLanguage(language)) void setLanguage(language)
  })
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
  const texts = await textsIn(language)
  spoken = { language, stageCount: texts.length, t: typed(translatorOf(language, texts.reduce(merge))) }
  for (const watcher of watchers) watcher()
}

/** The texts of each stage that is in use. */
function textsIn(language: Language): Promise<readonly Texts[]> {
  return Promise.all(stages.slice(0, stageCount).map((stage) => loadStage(stage, language)))
}

function loadStage(stage: TextStage, language: Language): Promise<Texts> {
  const name = `${stage} ${language}`
  const texts = loaded.get(name) ?? load[stage][language]().then((module) => module.default)
  loaded.set(name, texts)
  // Tried again after a fault of the network.
  texts.catch(() => loaded.delete(name))
  return texts
}

function merge(before: Texts, added: Texts): Texts {
  const joined = Object.entries(added).map(([name, texts]) => {
    const present = before[name]
    const isGroup = typeof texts === 'object' && typeof present === 'object'
    return [name, isGroup ? merge(present, texts) : texts]
  })
  return { ...before, ...Object.fromEntries(joined) }
}
