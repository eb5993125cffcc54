import * as z from 'zod'

export const MIB = 1024 ** 2
export const GIB = 1024 ** 3

export const count = z.coerce.number().int().min(1)
export const bytes = z.coerce.number().int().min(0)
export const port = z.coerce.number().int().min(0).max(65_535)
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')

export const addresses = listOf(z.union([z.ipv4(), z.ipv6()]))
export const networks = listOf(z.union([z.cidrv4(), z.cidrv6()]))

export const secretKeys = listOf(z.base64().length(44))

/** Values separated by commas. */
function listOf<T extends z.ZodType<unknown, string>>(entry: T) {
  const split = (text: string) => text.split(',').map((each) => each.trim())
  return z
    .string()
    .transform((text) => split(text).filter(Boolean))
    .pipe(z.array(entry))
}

/** Settings of a part of Kinora by environment variable, with their defaults and units. */
export interface SettingsDefinition<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly shape: S
  /** Settings that need others, with their names. */
  readonly needs: Readonly<Record<string, readonly string[]>>
}

/** The values of settings. */
export type SettingsOf<D> = D extends SettingsDefinition<infer S> ? z.infer<z.ZodObject<S>> : never

/** Declares the settings of a feature in its `settings.ts`, which `npm run generate` finds. */
export function defineSettings<S extends z.ZodRawShape>(
  shape: S,
  needs: SettingsDefinition['needs'] = {},
): SettingsDefinition<S> {
  return { shape, needs }
}
