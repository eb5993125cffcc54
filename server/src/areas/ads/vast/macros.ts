/** Values of macros by name. */
export interface MacroValues {
  /** Time of the request. */
  readonly now?: Date
  readonly [name: string]: string | number | Date | undefined
}

/** Maximum length of a filled URL. If repeated macros make it longer, the URL stays unfilled. */
const MAX_FILLED = 16_000

/** Replaces VAST macros in a URL, `[NAME]` or `%%NAME%%`. Macros without a value become -1, which means unknown (VAST 4.3,
 * 6.2). */
export function fillMacros(url: string, values: MacroValues): string {
  return replaceMacros(url, values, () => '-1')
}

/** Replaces only macros with a value, and keeps the others. */
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

/** Formats a playback time for macros, such as `00:01:30.500`. */
export function playheadOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}
