import type { AnswerOf, CallOf, Content, Event, ProgressNote } from '@kinora/contract'
import type { QueryClient } from '@tanstack/react-query'
import { listenToEvents } from '../../lib/events'
import { makeThrottle, type Throttle } from '../../lib/throttle'
import {
  audioTracksKey,
  type ContentsPage,
  contentKey,
  contentsKey,
  refreshContents,
  refreshFolders,
  refreshLibrary,
} from './queries'

type AudioTracks = AnswerOf<CallOf<'listAudioTracks'>>

/** Events come in bursts: refetch the list after a pause. */
const listPauseMs = 400
/** A progress event covers the whole video, so poll its renditions. */
const detailPauseMs = 2500

/** Keeps videos and folders current on all screens: events refetch them, and progress updates the cache directly.
 * Returns a function that ends this. */
export function followContents(queries: QueryClient, environmentId: string): () => void {
  const list = makeThrottle(listPauseMs, () => {
    void refreshContents(queries, environmentId)
    refreshFolders(queries, environmentId)
  })
  const everything = makeThrottle(listPauseMs, () => refreshLibrary(queries, environmentId))
  const renditions = new Map<string, Throttle>()
  const askForRenditions = (id: string) => {
    const refetch = () => void queries.invalidateQueries({ queryKey: contentKey(environmentId, id) })
    const soon = renditions.get(id) ?? makeThrottle(detailPauseMs, refetch)
    renditions.set(id, soon)
    soon.start()
  }
  const stop = listenToEvents(environmentId, {
    onEvent: (event) => {
      // A folder moves to the trash with its content.
      if (event.object.type === 'collection') everything.start()
      const id = contentIdOf(event)
      if (id === undefined) return
      list.start()
      void queries.invalidateQueries({ queryKey: contentKey(environmentId, id) })
    },
    onProgress: (note) => {
      if (note.object.type === 'audio_track') {
        patchTrack(queries, environmentId, note)
        // Its status may have changed as well.
        return askForRenditions(note.contentId)
      }
      if (note.task === 'reencode') return patchReencode(queries, environmentId, note)
      patchProgress(queries, environmentId, note)
      if (queries.getQueryData(contentKey(environmentId, note.contentId))) askForRenditions(note.contentId)
    },
  })
  return () => {
    stop()
    list.cancel()
    everything.cancel()
    for (const soon of renditions.values()) soon.cancel()
  }
}

function patchProgress(
  queries: QueryClient,
  environmentId: string,
  { contentId, progress }: ProgressNote,
): void {
  queries.setQueriesData<ContentsPage>({ queryKey: contentsKey(environmentId) }, (page) => {
    if (!page?.items.some(({ id }) => id === contentId)) return page
    return {
      ...page,
      items: page.items.map((item) => (item.id === contentId ? { ...item, progress } : item)),
    }
  })
  queries.setQueryData<Content>(
    contentKey(environmentId, contentId),
    (known) => known && { ...known, progress },
  )
}

function patchTrack(queries: QueryClient, environmentId: string, note: ProgressNote): void {
  queries.setQueryData<AudioTracks>(
    audioTracksKey(environmentId, note.contentId),
    (known) =>
      known && {
        ...known,
        items: known.items.map((track) =>
          track.id === note.object.id ? { ...track, progress: note.progress } : track,
        ),
      },
  )
}

function patchReencode(queries: QueryClient, environmentId: string, note: ProgressNote): void {
  queries.setQueryData<Content>(contentKey(environmentId, note.contentId), (known) =>
    known?.reencode ? { ...known, reencode: { ...known.reencode, progress: note.progress } } : known,
  )
}

function contentIdOf({ object, data }: Event): string | undefined {
  if (object.type === 'asset') return object.id
  return typeof data.contentId === 'string' ? data.contentId : undefined
}
