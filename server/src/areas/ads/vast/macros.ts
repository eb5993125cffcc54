/** What is known when a URL is requested, or before that. */
export interface MacroValues {
  /** When it is requested. */
  readonly now?: Date
  readonly [name: string]: string | number | Date | undefined
}

/** A URL that repeats macros with long values stays as it is. */
const MAX_FILLED = 16_000

/** Replaces the macros of VAST in a URL, `[NAME]` or `%%NAME%%`. Those that are not known become -1, which means
 * unknown (VAST 4.3, 6.2). */
export function fillMacros(url: string, values: MacroValues): string {
  return replaceMacros(url, values, () => '-1')
}

/** Replaces only the macros that are known now. */
export function fillKnownMacros(url: string, values: MacroValues): string {
  return replaceMacros(url, values, (macro) => macro)
}

function replaceMacros(
  url: string,
  { now, ...values }: MacroValues,
  unknown: (macro: string) => string,
): string {
  const known: Readonly<Record<string, string | number | Date | undefined>> = {
    ...values,
    ...(now !== undefined && {
      TIMESTAMP: now.toISOString(),
      CACHEBUSTING: String(Math.floor(Math.random() * 90_000_000) + 10_000_000),
    }),
    // The server requests URLs on behalf of players.
    SERVERSIDE: 1,
  }
  const filled = url.replace(
    /\[([A-Z_]{2,40}|KV\.[\w-]{1,40})\]|%%([A-Z_]{2,40}|KV\.[\w-]{1,40})%%/g,
    (macro: string, brackets?: string, percents?: string) => {
      const value = known[brackets ?? percents ?? '']
      return value === undefined ? unknown(macro) : encodeURIComponent(String(value))
    },
  )
  return filled.length > MAX_FILLED ? url : filled
}

/** A time in media, as macros have it. */
export function playheadOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}
