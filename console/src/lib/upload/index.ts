import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '../session'
import { httpTransport } from './http-transport'
import { openQueue } from './queue/queue'
import { deviceMemory } from './remembered'
import { wallClock } from './sleeper'
import { isUnderWay, type UploadView } from './state'
import { lockedElsewhere, lockUpload } from './upload-locks'

export { chooseFile, chooseFiles, droppedFiles, onlyVideos } from './chosen-files'
export { isUnderWay, sumOf, type UploadState, type UploadView } from './state'

/** The upload queue of the page. */
export const uploads = openQueue({
  transport: httpTransport,
  memory: deviceMemory,
  clock: wallClock,
  random: Math.random,
  lockedElsewhere,
  lockUpload,
})

export function useUploads(): readonly UploadView[] {
  return useSyncExternalStore(uploads.watch, uploads.uploads)
}

onSessionEnd(() => uploads.leave())
addEventListener('online', () => uploads.tryAllNow())

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
uploads.watch(() => {
  if (uploads.uploads().some(isUnderWay)) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})
