import type { AlertMute } from '@kinora/contract'

/** Whether a time is in one of the windows. A window belongs to the day on which it begins. */
export function isMutedAt(mutes: readonly AlertMute[], at: Date): boolean {
  return mutes.some((mute) => isWithin(mute, at))
}

/** Whether a time zone is known. */
export function isTimezone(timezone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone)
    return true
  } catch {
    return false
  }
}

function isWithin({ days, from, to, timezone }: AlertMute, at: Date): boolean {
  // The list of time zones may lack one that was known before.
  if (!isTimezone(timezone)) return false
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = days.includes(local.dayOfWeek)
  if (from < to) return today && time >= from && time < to
  const yesterday = days.includes(local.subtract({ days: 1 }).dayOfWeek)
  return (today && time >= from) || (yesterday && time < to)
}
