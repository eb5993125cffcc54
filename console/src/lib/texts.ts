import { messages } from '@kinora/contract/messages'
import type { Translate } from './i18n'
import type { Problem } from './problem'

/** The title of a problem in the language of the screen. */
export function problemText(t: Translate, problem: Problem): string {
  return t(`problems.${problem.id}`, { defaultValue: problem.message })
}

/** A validation message of the contract, or one of the server's, in the language of the screen. */
export function messageText(t: Translate, message: string): string {
  for (const [key, english] of Object.entries(messages)) {
    if (english === message && isMessageKey(key)) return t(`messages.${key}`)
  }
  return t('messages.invalid')
}

function isMessageKey(key: string): key is keyof typeof messages {
  return Object.hasOwn(messages, key)
}
