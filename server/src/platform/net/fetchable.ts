import { problem } from '../problem.ts'
import { AddressRefused, checkAddress } from './address-guard.ts'

interface Context {
  readonly config: { readonly URL_ALLOW_PRIVATE: readonly string[] }
}

/** @throws problem url-not-allowed */
export async function assertFetchable({ config }: Context, url: string): Promise<void> {
  try {
    await checkAddress(new URL(url), config.URL_ALLOW_PRIVATE)
  } catch (error) {
    if (error instanceof AddressRefused) throw problem('url-not-allowed', { detail: error.message })
    throw error
  }
}
