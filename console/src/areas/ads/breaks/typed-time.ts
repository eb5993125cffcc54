import { moment, secondsOf } from '@kinora/contract/timecode'

/** The seconds of a time that somebody typed, or what is wrong with it. */
export function typedTime(text: string): { readonly seconds: number } | { readonly message: string } {
  const parsed = moment.safeParse(text.trim())
  return parsed.success
    ? { seconds: secondsOf(parsed.data) }
    : { message: parsed.error.issues[0]?.message ?? '' }
}
