import { bytes, count, defineSettings, GIB } from '../../../platform/settings.ts'

export const uploadSettings = defineSettings({
  URL_MAX_BYTES: bytes.default(50 * GIB).describe('Maximum size of a file downloaded from a URL, in bytes'),
  URL_TIMEOUT_SECONDS: count
    .default(6 * 3600)
    .describe('Maximum time to download a file from a URL, in seconds'),
})
