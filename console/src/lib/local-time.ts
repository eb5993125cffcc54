/** A moment as `datetime-local` fields have it: by this device's clock, to the minute. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The moment that a `date` or `datetime-local` field names; a day ends with its last second. */
export function momentOf(typed: string): Date | undefined {
  const at = new Date(typed.includes('T') ? typed : `${typed}T23:59:59`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
