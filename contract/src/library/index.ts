// Written by `npm run generate`.
import { audioTrackFeature } from './audio-tracks.ts'
import { clipFeature } from './clips.ts'
import { collectionFeature } from './collections.ts'
import { contentFeature } from './content-calls.ts'
import { downloadFeature } from './downloads.ts'
import { encodingProfileFeature } from './encoding-profiles.ts'
import { importFeature } from './imports.ts'
import { metadataFeature } from './metadata-calls.ts'
import { playbackIdFeature } from './playback-ids.ts'
import { replacingFeature } from './replacing.ts'
import { savedViewFeature } from './saved-views.ts'
import { socialClipFeature } from './social-clips.ts'
import { subtitleFeature } from './subtitles.ts'
import { thumbnailFeature } from './thumbnails.ts'
import { uploadFeature } from './uploads.ts'

export * from './audio-tracks.ts'
export * from './clips.ts'
export * from './collections.ts'
export * from './content-calls.ts'
export * from './contents.ts'
export * from './downloads.ts'
export * from './encoding-profiles.ts'
export * from './imports.ts'
export * from './media-errors.ts'
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
  ...audioTrackFeature.calls,
  ...clipFeature.calls,
  ...collectionFeature.calls,
  ...contentFeature.calls,
  ...downloadFeature.calls,
  ...encodingProfileFeature.calls,
  ...importFeature.calls,
  ...metadataFeature.calls,
  ...playbackIdFeature.calls,
  ...replacingFeature.calls,
  ...savedViewFeature.calls,
  ...socialClipFeature.calls,
  ...subtitleFeature.calls,
  ...thumbnailFeature.calls,
  ...uploadFeature.calls,
}
