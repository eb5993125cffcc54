import { trackUploads } from './audio/track-uploads.ts'
import { replacementUploads } from './replace/replacements.ts'
import { sourceUploads, type UploadHandlers } from './uploads/uploads.ts'

export const uploadHandlers: UploadHandlers = {
  source: sourceUploads,
  track: trackUploads,
  replacement: replacementUploads,
}
