import type ui from '../ui/i18n/en.json'
import type app from './i18n/en.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof app
    ui: typeof ui
  }
}
