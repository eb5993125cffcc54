import * as z from 'zod'
import { defineSettings } from '../../platform/settings.ts'

export const vconnectSettings = defineSettings({
  VCONNECT_PORTS: z
    .string()
    .refine((text) => portsIn(text).to > 0, 'Enter a range of ports such as 9710-9809')
    .default('9710-9809')
    .describe('UDP ports of V-Connect inputs and destinations that listen, each of which gets its own'),
  VCONNECT_CA: z
    .string()
    .optional()
    .describe(
      'PEM file with certificate authorities that RTMPS and HTTPS destinations may have besides the public ones',
    ),
})

const FIRST_PORT = 1024
const LAST_PORT = 65_535

/** The ports of a range, and 0 for a text that is none. */
export function portsIn(text: string): { readonly from: number; readonly to: number } {
  const [, from = 0, to = 0] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number)
  return from >= FIRST_PORT && to >= from && to <= LAST_PORT ? { from, to } : { from: 0, to: 0 }
}
