/** What is known when a URL is requested. */
export interface MacroValues {
  readonly now: Date
  readonly [name: string]: string | number | Date | undefined
}

/** Replaces the macros of VAST in a URL, `[NAME]` or `%%NAME%%`. Those that are not known become -1, which means
 * unknown (VAST 4.3, 6.2). */
export function fillMacros(url: string, { now, ...values }: MacroValues): string {
  const known: Readonly<Record<string, string | number | Date | undefined>> = {
    ...values,
    TIMESTAMP: now.toISOString(),
    CACHEBUSTING: String(Math.floor(Math.random() * 90_000_000) + 10_000_000),
  }
  return url.replace(
    /\[([A-Z_]{3,40})\]|%%([A-Z_]{3,40})%%/g,
    (_macro, brackets?: string, percents?: string) => {
      const value = known[brackets ?? percents ?? '']
      return encodeURIComponent(String(value ?? -1))
    },
  )
}
