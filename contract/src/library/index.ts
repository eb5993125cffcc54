import { audioTrackCalls } from './audio-tracks.ts'
import { clipCalls } from './clips.ts'
import { collectionCalls } from './collections.ts'
import { contentCalls } from './content-calls.ts'
import { downloadCalls } from './downloads.ts'
import { encodingProfileCalls } from './encoding-profiles.ts'
import { importCalls } from './imports.ts'
import { metadataCalls } from './metadata-calls.ts'
import { playbackIdCalls } from './playback-ids.ts'
import { replacingCalls } from './replacing.ts'
import { savedViewCalls } from './saved-views.ts'
import { socialClipCalls } from './social-clips.ts'
import { subtitleCalls } from './subtitles.ts'
import { thumbnailCalls } from './thumbnails.ts'
import { uploadCalls } from './uploads.ts'

export * from './audio-tracks.ts'
export * from './clips.ts'
export * from './collections.ts'
export * from './contents.ts'
export * from './downloads.ts'
export * from './encoding-profiles.ts'
export * from './imports.ts'
export * from './metadata.ts'
export * from './metadata-calls.ts'
export * from './playback-ids.ts'
export * from './replacing.ts'
export * from './saved-views.ts'
export * from './social-clips.ts'
export * from './subtitles.ts'
export * from './thumbnails.ts'
export * from './uploads.ts'
export * from './values.ts'

export const libraryCalls = {
  ...uploadCalls,
  ...contentCalls,
  ...playbackIdCalls,
  ...collectionCalls,
  ...metadataCalls,
  ...subtitleCalls,
  ...clipCalls,
  ...encodingProfileCalls,
  ...socialClipCalls,
  ...thumbnailCalls,
  ...audioTrackCalls,
  ...replacingCalls,
  ...downloadCalls,
  ...importCalls,
  ...savedViewCalls,
}
