import * as z from 'zod'
import { defineSettings } from '../../../platform/settings.ts'

export const playbackSettings = defineSettings({
  SIGNING_KEY_BITS: z.coerce
    .number()
    .int()
    .min(2048)
    .max(3072)
    .default(2048)
    .describe(
      'Minimum length of the signing keys of environments. New ones have 3072 bits; those of older versions have 2048, and their tokens are refused with 3072',
    ),
})
