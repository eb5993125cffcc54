import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    library: typeof import('./i18n/en.json') &
      typeof import('./audio/i18n/en.json') &
      typeof import('./clips/i18n/en.json') &
      typeof import('./contents/i18n/en.json') &
      typeof import('./downloads/i18n/en.json') &
      typeof import('./encoding-profiles/i18n/en.json') &
      typeof import('./folders/i18n/en.json') &
      typeof import('./images/i18n/en.json') &
      typeof import('./imports/i18n/en.json') &
      typeof import('./metadata/i18n/en.json') &
      typeof import('./playback/i18n/en.json') &
      typeof import('./reencode/i18n/en.json') &
      typeof import('./replace/i18n/en.json') &
      typeof import('./role-filter/i18n/en.json') &
      typeof import('./saved-views/i18n/en.json') &
      typeof import('./sharing/i18n/en.json') &
      typeof import('./social-clips/i18n/en.json') &
      typeof import('./subtitles/i18n/en.json') &
      typeof import('./timeline/i18n/en.json') &
      typeof import('./trash/i18n/en.json') &
      typeof import('./uploads/i18n/en.json') &
      typeof import('./video/i18n/en.json')
  }
  interface VocabularyTexts {
    library: typeof import('./vocabulary.json')
  }
}
