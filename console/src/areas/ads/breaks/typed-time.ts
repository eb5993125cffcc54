import { moment, secondsOf } from '@kinora/contract/timecode'

/** Parses a typed time as seconds. Returns an error message if it is invalid. */
export function typedTime(text: string): { readonly seconds: number } | { readonly message: string } {
  const parsed = moment.safeParse(text.trim())
  return parsed.success
    ? { seconds: secondsOf(parsed.data) }
    : { message: parsed.error.issues[0]?.message ?? '' }
}
