import * as z from 'zod'
import { fileVariable } from './keys/secret-files.ts'
import { isSecret, type SettingsDefinition } from './settings.ts'

/** Settings as a table of Markdown. */
export function settingsTable(settings: readonly SettingsDefinition[]): string {
  const entries = settings.flatMap(({ shape }) => Object.entries(shape as Record<string, z.ZodType>))
  const rows = entries.map(([name, schema]) => {
    const fallback = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    const shown = fallback === '' ? '' : `\`${fallback}\``
    const names = isSecret(schema) ? `\`${name}\`, \`${fileVariable(name)}\`` : `\`${name}\``
    return `| ${names} | ${shown} | ${allowedValues(schema)} | ${schema.description ?? ''} |`
  })
  return ['| name | default | allowed values | description |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** The words or the range of a setting; empty for free text. */
function allowedValues(schema: z.ZodType): string {
  const { enum: words, minimum, maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ')
  if (minimum === undefined || maximum === undefined) return ''
  return maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `at least ${minimum}`
}
