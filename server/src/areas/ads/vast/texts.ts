import { cutText } from '@kinora/contract'

const MAX_URL_LENGTH = 4000
const MAX_TEXT_LENGTH = 200

export function isWebUrl(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(text)
}

/** Shortens a text for display. Null if it is missing or empty. */
export function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === ''
    ? null
    : cutText(text.slice(0, 2 * MAX_TEXT_LENGTH), MAX_TEXT_LENGTH)
}
