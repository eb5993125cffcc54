import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    live: typeof import('./browser/i18n/en.json') &
      typeof import('./custom-urls/i18n/en.json') &
      typeof import('./clips/i18n/en.json') &
      typeof import('./cues/i18n/en.json') &
      typeof import('./gaps/i18n/en.json') &
      typeof import('./monitoring/i18n/en.json') &
      typeof import('./recordings/i18n/en.json') &
      typeof import('./stream/i18n/en.json') &
      typeof import('./streams/i18n/en.json')
  }
  interface VocabularyTexts {
    live: typeof import('./vocabulary.json')
  }
}
