/** What a track of text or sound is called: as its file says, by its language, or else `otherwise`. */
export function trackName(title: string | null, language: string | null, fallback: string): string {
  // What a stranger wrote into the file.
  const clean = (title ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
    .trim()
  return clean || languageName(language) || fallback
}

function languageName(language: string | null): string | null {
  if (language === null) return null
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) ?? null
  } catch {
    // A file may call its language anything.
    return null
  }
}
