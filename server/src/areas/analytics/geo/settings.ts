import * as z from 'zod'
import { defineSettings } from '../../../platform/settings.ts'

export const geoSettings = defineSettings({
  GEO_CITY_DB: z
    .string()
    .min(1)
    .optional()
    .describe('MMDB file with countries, regions and cities of addresses; countries only if unset'),
  GEO_ISP_DB: z.string().min(1).optional().describe('MMDB file with internet providers of addresses'),
})
