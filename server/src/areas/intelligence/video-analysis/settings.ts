import * as z from 'zod'
import { count, defineSettings, httpLink, secret } from '../../../platform/settings.ts'
import { engineAddress } from '../engines/engine-address.ts'

export const videoAnalysisSettings = defineSettings(
  {
    VIDEO_ANALYSIS_URL: engineAddress
      .optional()
      .describe(
        'Server that analyzes whole videos, such as `http://127.0.0.1:9000/v1`; videos are sent to it. It reads text in pictures, and writes transcripts unless `STT_URL` is set',
      ),
    VIDEO_ANALYSIS_KEY: secret(
      z.string().min(1).optional().describe('Key of the server for video analysis, sent as a bearer token'),
    ),
    VIDEO_ANALYSIS_POLL_S: count
      .max(600)
      .default(10)
      .describe('Seconds between two questions whether the server for video analysis has a result'),
    VIDEO_ANALYSIS_TIMEOUT_S: count
      .max(72_000)
      .default(14_400)
      .describe('Seconds that the server for video analysis may take for a video'),
  },
  { VIDEO_ANALYSIS_KEY: ['VIDEO_ANALYSIS_URL'] },
  [httpLink('VIDEO_ANALYSIS_URL')],
)
