import * as z from 'zod'

/** The address of an engine. Its key is a setting of its own: an address is logged when it fails. */
export const engineAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !hasCredentials(address), 'must not have a user or a password')

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
