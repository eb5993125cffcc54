import { createLiveClipBody } from '@kinora/contract/live/clips'
import { epochSeconds } from '@kinora/contract/timecode'
import * as z from 'zod/mini'

type ClipBody = z.output<typeof createLiveClipBody>

/** Form fields as typed. */
const typedClip = z.object({ name: z.string(), startTime: z.string(), endTime: z.string() })
type TypedClip = z.infer<typeof typedClip>

/** Request body for the typed fields. Text that is not a number is kept, so that the schema refuses it. */
export function clipBodyOf({ name, startTime, endTime }: TypedClip): ClipBody {
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    startTime: numberOf(startTime),
    ...(endTime.trim() !== '' && { endTime: numberOf(endTime) }),
  }
}

/** Validates the typed fields with the schema of the request. */
export const typedClipSchema = {
  safeParse(value: unknown) {
    const typed = typedClip.parse(value)
    const parsed = createLiveClipBody.safeParse(clipBodyOf(typed))
    return parsed.success ? { success: true as const, data: typed } : parsed
  },
}

/** Date of a typed epoch time in seconds or milliseconds. Null if it is invalid. */
export function momentOf(typed: string): Date | null {
  const parsed = createLiveClipBody.shape.startTime.safeParse(numberOf(typed))
  return parsed.success ? new Date(epochSeconds(parsed.data) * 1000) : null
}

/** Moves a typed time back by `seconds`. Starts from now if it is invalid. */
export function earlier(typed: string, seconds: number, now: number): string {
  const moment = momentOf(typed)
  return epochOf((moment?.getTime() ?? now) - seconds * 1000)
}

/** Epoch time in milliseconds, for times selected on the timeline. */
export function exactEpochOf(ms: number): string {
  return String(Math.round(ms) / 1000)
}

/** Epoch time in whole seconds, which is easy to read and edit. */
export function epochOf(ms: number): string {
  return String(Math.floor(ms / 1000))
}

function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}
