import { createLiveClipBody, epochSeconds } from '@kinora/contract/live/live-clips'
import * as z from 'zod/mini'

type ClipBody = z.output<typeof createLiveClipBody>

/** The fields as typed. */
const typedClip = z.object({ name: z.string(), startTime: z.string(), endTime: z.string() })
type TypedClip = z.infer<typeof typedClip>

/** The request for what was typed; text that is no number stays, and the schema refuses it. */
export function clipBodyOf({ name, startTime, endTime }: TypedClip): ClipBody {
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    startTime: numberOf(startTime),
    endTime: numberOf(endTime),
  }
}

/** Validates typed fields as the request that they make. */
export const typedClipSchema = {
  safeParse(value: unknown) {
    const typed = typedClip.parse(value)
    const parsed = createLiveClipBody.safeParse(clipBodyOf(typed))
    return parsed.success ? { success: true as const, data: typed } : parsed
  },
}

/** The time that an epoch time in seconds or milliseconds means; null if it is none. */
export function momentOf(typed: string): Date | null {
  const parsed = createLiveClipBody.shape.startTime.safeParse(numberOf(typed))
  return parsed.success ? new Date(epochSeconds(parsed.data) * 1000) : null
}

/** The typed time so many seconds earlier; of now if nothing valid was typed. */
export function earlier(typed: string, seconds: number, now: number): string {
  const moment = momentOf(typed)
  return epochOf((moment?.getTime() ?? now) - seconds * 1000)
}

/** To the millisecond, for times that were chosen on a timeline. */
export function exactEpochOf(ms: number): string {
  return String(Math.round(ms) / 1000)
}

/** Whole seconds, which people can read and change. */
export function epochOf(ms: number): string {
  return String(Math.floor(ms / 1000))
}

function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}
