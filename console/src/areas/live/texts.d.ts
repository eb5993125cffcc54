import 'i18next'

declare module 'i18next' {
  interface VocabularyTexts {
    live: typeof import('./vocabulary.json')
  }
}
