import * as z from 'zod'
import { count, defineSettings, httpLink, names, secret } from '../../../platform/settings.ts'
import { engineAddress } from '../engines/engine-address.ts'

export const speechSettings = defineSettings(
  {
    STT_URL: engineAddress
      .optional()
      .describe(
        'Speech server that writes transcripts, such as `http://127.0.0.1:8000/v1`; audio of videos is sent to it. Transcripts are English drafts of PocketSphinx if unset',
      ),
    STT_KEY: secret(
      z.string().min(1).optional().describe('Key of the speech server, sent as a bearer token'),
    ),
    STT_MODEL: z.string().min(1).default('whisper-1').describe('Model of the speech server'),
    STT_PROTOCOL: z
      .enum(['openai', 'whispercpp'])
      .default('openai')
      .describe(
        'Protocol of the speech server: `openai` posts to `/audio/transcriptions`, `whispercpp` to `/inference`',
      ),
    STT_FORMAT: z
      .enum(['verbose_json', 'diarized_json'])
      .default('verbose_json')
      .describe(
        'Format of answers of the speech server: `verbose_json` has the times of words, `diarized_json` distinguishes speakers. Both are read with speakers if they have some',
      ),
    STT_MODEL_DIR: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder of a speech model for sherpa-onnx, such as Whisper, Parakeet, Zipformer, Paraformer or SenseVoice, with its `tokens.txt`. Transcripts are made on this machine by it, unless `STT_URL` is set',
      ),
    STT_MODEL_LANGUAGES: names
      .default([])
      .describe(
        'Languages of the speech model in `STT_MODEL_DIR` as ISO 639 codes, such as `en,hi`. Any if unset',
      ),
    STT_MODEL_MEMORY_MB: count
      .default(6000)
      .describe('MB of memory that the process with the speech model may take before it is stopped'),
    STT_TIMEOUT_S: count
      .max(3600)
      .default(300)
      .describe(
        'Seconds that the speech server may take for about 25 s of speech, or for 10 min if it distinguishes speakers',
      ),
  },
  { STT_KEY: ['STT_URL'] },
  [httpLink('STT_URL')],
)
