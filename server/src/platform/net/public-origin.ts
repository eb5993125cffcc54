import type { Config } from '../config.ts'

/** Origin of the console, for links in emails. */
export function publicOrigin({ config }: { readonly config: Config }): string {
  return config.PUBLIC_URL === undefined
    ? `http://${config.HOST}:${config.PORT}`
    : new URL(config.PUBLIC_URL).origin
}
