import type { Event, ListedEvent } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Activity } from '../activity.ts'
import { canSee } from '../visibility.ts'

/** Adds the videos that the events are about. */
export async function withVideos(
  { videoFinders }: Pick<Activity, 'videoFinders'>,
  scopes: readonly Scope[],
  events: readonly Event[],
  origin: string,
): Promise<ListedEvent[]> {
  const readers = scopes.filter((scope) => canSee(scope, 'asset'))
  const ids = [...new Set(events.flatMap((event) => videoIdOf(event) ?? []))]
  const isAsked = readers.length > 0 && ids.length > 0
  const found = isAsked ? await Promise.all(videoFinders.map((find) => find(readers, ids, origin))) : []
  return events.map((event) => {
    const id = videoIdOf(event)
    const video = id === null ? undefined : found.flatMap((videos) => videos.get(id) ?? [])[0]
    return { ...event, video: video ?? null }
  })
}

/** The ID of the video that an event is about, or that its object belongs to. */
function videoIdOf({ object, data }: Event): string | null {
  if (object.type === 'asset') return object.id
  return typeof data.contentId === 'string' ? data.contentId : null
}
