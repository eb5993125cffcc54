import { problem } from '../problem.ts'
import { AddressRefused, type AddressRules, checkAddress, checkHost } from './address-guard.ts'

interface Context {
  readonly config: AddressRules
}

/** @throws problem url-not-allowed, host-not-allowed */
export async function assertFetchable({ config }: Context, url: string): Promise<void> {
  await checkAddress(new URL(url), config).catch(refuse)
}

/** `assertFetchable` for a URL of any scheme. @throws problem url-not-allowed, host-not-allowed */
export async function assertReachable({ config }: Context, url: URL): Promise<void> {
  await checkHost(url, config).catch(refuse)
}

function refuse(error: unknown): never {
  if (error instanceof AddressRefused) throw problem(error.problem, { detail: error.message })
  throw error
}
