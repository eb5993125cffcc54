import type { Identity } from '../identity.ts'

/** Origin of the console, for links in emails. */
export function originOf({ config }: Pick<Identity, 'config'>): string {
  return config.PUBLIC_URL === undefined
    ? `http://${config.HOST}:${config.PORT}`
    : new URL(config.PUBLIC_URL).origin
}
