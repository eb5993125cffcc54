import { cutText } from '@kinora/contract'

/** The name of a text or audio track: the title in its file, else its language, else `fallback`. */
export function trackName(title: string | null, language: string | null, fallback: string): string {
  // The title is untrusted input from the file.
  const clean = cutText(
    (title ?? '')
      .normalize('NFC')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
    200,
  ).trim()
  return clean || languageName(language) || fallback
}

function languageName(language: string | null): string | null {
  if (language === null) return null
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) ?? null
  } catch {
    // The language in a file can be any text.
    return null
  }
}
