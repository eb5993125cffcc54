import { cutText } from '@kinora/contract'

const MAX_URL_LENGTH = 4000
const MAX_TEXT_LENGTH = 200

/** Reads a URL. Null if it has another scheme. One without a scheme, such as `//host/file`, takes https. */
export function webUrlOf(text: string | undefined): string | null {
  const url = text?.trim().replace(/^(?=\/\/[^/])/, 'https:') ?? ''
  return url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) ? url : null
}

/** Shortens a text for display. Null if it is missing or empty. */
export function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === ''
    ? null
    : cutText(text.slice(0, 2 * MAX_TEXT_LENGTH), MAX_TEXT_LENGTH)
}
