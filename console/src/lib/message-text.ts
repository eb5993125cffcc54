import { limitIn } from '@kinora/contract/issue-message'
import { messages } from '@kinora/contract/messages.gen'
import type { Translate } from './i18n'

/** Translates a validation message of the contract or of the server. */
export function messageText(t: Translate, message: string): string {
  for (const [key, english] of Object.entries(messages)) {
    if (!isMessageKey(key)) continue
    if (english === message) return t(`messages.${key}`)
    const limit = limitIn(message, english)
    if (limit !== null) return t(`messages.${key}`, { limit })
  }
  return t('messages.invalid')
}

function isMessageKey(key: string): key is keyof typeof messages {
  return Object.hasOwn(messages, key)
}
