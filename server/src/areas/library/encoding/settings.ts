import { count, defineSettings } from '../../../platform/settings.ts'

export const encodingSettings = defineSettings({
  ENCODE_CONCURRENCY: count
    .max(64)
    .default(1)
    .describe('Maximum concurrent encodings of this process; each ffmpeg uses all cores'),
})
