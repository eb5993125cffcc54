const DAY_S = 24 * 3600

/** The next midnight in a time zone. Days with a change to or from summer time are shorter or longer. */
export function nextMidnight(now: Date, timeZone: string): Date {
  const guess = new Date(now.getTime() + (DAY_S - secondsOfDay(now, timeZone)) * 1000)
  const over = secondsOfDay(guess, timeZone)
  if (over === 0) return guess
  const byS = over > DAY_S / 2 ? DAY_S - over : -over
  return new Date(guess.getTime() + byS * 1000)
}

/** Seconds since midnight in a time zone, of whole seconds. */
function secondsOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  return part('hour') * 3600 + part('minute') * 60 + part('second')
}
