/** Isolates text of unknown direction inside a sentence (Unicode UAX 9, FSI and PDI). */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
