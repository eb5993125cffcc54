// Written by `npm run generate`.
import { audioTrackFeature } from './audio.ts'
import { clipFeature } from './clips.ts'
import { contentFeature } from './contents.ts'
import { downloadFeature } from './downloads.ts'
import { encodingProfileFeature } from './encoding-profiles.ts'
import { collectionFeature } from './folders.ts'
import { thumbnailFeature } from './images.ts'
import { importFeature } from './imports.ts'
import { metadataFeature } from './metadata.ts'
import { playbackIdFeature } from './playback.ts'
import { replacingFeature } from './replace.ts'
import { savedViewFeature } from './saved-views.ts'
import { socialClipFeature } from './social-clips.ts'
import { subtitleFeature } from './subtitles.ts'
import { uploadFeature } from './uploads.ts'

export * from './audio.ts'
export * from './clips.ts'
export * from './content-fields.ts'
export * from './contents.ts'
export * from './downloads.ts'
export * from './encoding-profiles.ts'
export * from './folders.ts'
export * from './images.ts'
export * from './imports.ts'
export * from './media-errors.ts'
export * from './metadata.ts'
export * from './metadata-fields.ts'
export * from './playback.ts'
export * from './replace.ts'
export * from './saved-views.ts'
export * from './social-clips.ts'
export * from './subtitles.ts'
export * from './uploads.ts'
export * from './values.ts'

export const libraryCalls = {
  ...audioTrackFeature.calls,
  ...clipFeature.calls,
  ...contentFeature.calls,
  ...downloadFeature.calls,
  ...encodingProfileFeature.calls,
  ...collectionFeature.calls,
  ...thumbnailFeature.calls,
  ...importFeature.calls,
  ...metadataFeature.calls,
  ...playbackIdFeature.calls,
  ...replacingFeature.calls,
  ...savedViewFeature.calls,
  ...socialClipFeature.calls,
  ...subtitleFeature.calls,
  ...uploadFeature.calls,
}
