import { type Config, parseConfig, platformSettings } from './platform/config.ts'
import { areaSettings } from './settings.gen.ts'

/** The settings of the platform and of all areas. */
export const settings = [platformSettings, ...areaSettings]

/** Reads all settings.
 * @throws StartupFailure with all invalid settings */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[] = []): Config {
  return parseConfig(settings, env, args)
}

/** The configuration of this process.
 * @throws StartupFailure */
export function configFromProcess(): Config {
  return readConfig(process.env, process.argv.slice(2))
}
