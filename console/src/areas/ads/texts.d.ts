import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    ads: typeof import('./breaks/i18n/en.json') &
      typeof import('./channel/i18n/en.json') &
      typeof import('./channels/i18n/en.json') &
      typeof import('./reconciliation/i18n/en.json') &
      typeof import('./scte35/i18n/en.json') &
      typeof import('./sessions/i18n/en.json')
  }
  interface VocabularyTexts {
    ads: typeof import('./vocabulary.json')
  }
}
