/** The value of a `datetime-local` field for a time: local, to the minute. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The time that a `date` or `datetime-local` field names; a date means its last second. */
export function momentOf(typed: string): Date | undefined {
  const at = new Date(typed.includes('T') ? typed : `${typed}T23:59:59`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
