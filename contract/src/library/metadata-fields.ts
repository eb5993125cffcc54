import * as z from 'zod/mini'
import { messages } from '../messages.gen.ts'

export const metadataTypes = ['text', 'number', 'date', 'boolean', 'url'] as const
export type MetadataType = (typeof metadataTypes)[number]

export const metadataEntry = z.object({ key: z.string(), value: z.string(), type: z.enum(metadataTypes) })
export type MetadataEntry = z.infer<typeof metadataEntry>

const isOfType: Record<MetadataType, (value: string) => boolean> = {
  text: () => true,
  number: (value) => /^-?\d+(\.\d+)?$/.test(value),
  date: isDate,
  boolean: (value) => value === 'true' || value === 'false',
  url: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
}

const trimmed = (most: number) =>
  z.string().check(
    z.minLength(1, messages.required),
    z.maxLength(most),
    z.refine((value) => value.trim() === value, messages.whiteSpace),
  )

const givenEntry = z
  .object({ key: trimmed(100), value: trimmed(1000), type: z._default(z.enum(metadataTypes), 'text') })
  .check(
    z.refine(({ type, value }) => isOfType[type](value), { error: messages.metadataValue, path: ['value'] }),
  )

/** At most 50, with unique keys. */
export const metadataBody = z.array(givenEntry).check(
  z.maxLength(50),
  z.refine(
    (entries) => new Set(entries.map(({ key }) => key.toLowerCase())).size === entries.length,
    messages.metadataKeyTwice,
  ),
)

/** An existing day, such as `2026-02-28`. */
function isDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value
}
