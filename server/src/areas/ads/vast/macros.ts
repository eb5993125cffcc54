/** Values of macros by name. */
export interface MacroValues {
  /** Time of the request. */
  readonly now?: Date
  /** A list has commas between its values. */
  readonly [name: string]: MacroValue | Date | undefined
}

type MacroValue = string | number | readonly string[]

/** Maximum length of a filled URL. If repeated macros make it longer, the URL stays unfilled. */
const MAX_FILLED = 16_000

/** Facts about this server, which requests ads and shows them. */
const own: Readonly<Record<string, MacroValue>> = {
  // The server requests URLs on behalf of players.
  SERVERSIDE: 1,
  SERVERUA: 'Kinora',
  MEDIAMIME: ['video/mp4', 'video/webm', 'video/quicktime', 'application/x-mpegURL'],
  // VAST 2.0 to 4.3 and their wrappers, by the numbers of AdCOM.
  VASTVERSIONS: ['2', '3', '5', '6', '7', '8', '11', '12', '13', '14', '15', '16'],
}

const NAME = '[A-Z_]{2,40}|KV\\.[\\w-]{1,40}'
/** Macros that many ad tags have in small letters. Other words in brackets can be indexes. */
const ANY_CASE =
  '(?:[Rr][Aa][Nn][Dd][Oo][Mm]|[Cc][Aa][Cc][Hh][Ee][Bb][Uu][Ss][Tt](?:[Ii][Nn][Gg]|[Ee][Rr])|[Tt][Ii][Mm][Ee][Ss][Tt][Aa][Mm][Pp])'
const MACROS = new RegExp(`(?:\\[|%5[Bb])(${NAME}|${ANY_CASE})(?:\\]|%5[Dd])|%%(${NAME}|${ANY_CASE})%%`, 'g')

/** Replaces VAST macros in a URL: `[NAME]`, also with encoded brackets, or `%%NAME%%`. Macros without a value become -1, which means unknown (VAST 4.3,
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
  const random = () => String(Math.floor(Math.random() * 90_000_000) + 10_000_000)
  const cacheBusting = now === undefined ? undefined : random()
  const known: Readonly<Record<string, MacroValue | Date | undefined>> = {
    ...own,
    ...values,
    TIMESTAMP: now?.toISOString(),
    CACHEBUSTING: cacheBusting,
    // Older names for the same macro.
    CACHEBUSTER: cacheBusting,
    RANDOM: cacheBusting,
  }
  const filled = url.replace(MACROS, (macro: string, brackets?: string, percents?: string) => {
    const name = brackets ?? percents ?? ''
    const value = known[name] ?? known[name.toUpperCase()]
    return value === undefined ? unknown(macro) : encoded(value)
  })
  return filled.length > MAX_FILLED ? url : filled
}

function encoded(value: MacroValue | Date): string {
  const values = Array.isArray(value) ? value : [value]
  return values.map((each) => encodeURIComponent(String(each))).join()
}

/** Formats a playback time for macros, such as `00:01:30.500`. */
export function playheadOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}
