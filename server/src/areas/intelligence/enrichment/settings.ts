import * as z from 'zod'
import { count, defineSettings, httpLink, secret } from '../../../platform/settings.ts'
import { engineAddress } from '../engines/engine-address.ts'

export const languageModelSettings = defineSettings(
  {
    LLM_URL: engineAddress
      .optional()
      .describe(
        'Language model with the protocol of OpenAI that writes titles, descriptions and chapters, such as `http://127.0.0.1:8080/v1`; transcripts are sent to it. They are taken from what is said if unset',
      ),
    LLM_KEY: secret(
      z.string().min(1).optional().describe('Key of the language model, sent as a bearer token'),
    ),
    LLM_MODEL: z.string().min(1).default('default').describe('Name of the language model'),
    LLM_JSON_MODE: z
      .enum(['schema', 'json_object', 'prompt'])
      .default('schema')
      .describe(
        'How the language model is asked for JSON: by `schema`, as any `json_object`, or only in the `prompt`',
      ),
    LLM_TIMEOUT_S: count
      .max(100)
      .default(60)
      .describe('Seconds that the language model may take for an answer, with its correction'),
    LLM_MAX_CHARACTERS: count
      .min(4000)
      .max(1_000_000)
      .default(24_000)
      .describe('Characters of a transcript that the language model can read; parts of longer ones are sent'),
  },
  { LLM_KEY: ['LLM_URL'] },
  [httpLink('LLM_URL')],
)
