import type { SocialNetwork } from '@kinora/contract'
import type { Config } from '../../../platform/config.ts'
import type { NetworkDriver } from './driver.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { type NetworkClient, networkClient } from './network-client.ts'
import { tiktok } from './tiktok.ts'
import { vimeo } from './vimeo.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

/** A network of this installation. The steps of its posts are parsed before they come back to it. */
export interface Network {
  readonly driver: NetworkDriver
  readonly client: NetworkClient
}

// The steps of a driver come back to the same driver, which parses them.
const drivers: Readonly<Record<SocialNetwork, NetworkDriver>> = {
  youtube: youtube as unknown as NetworkDriver,
  x: x as unknown as NetworkDriver,
  linkedin: linkedin as unknown as NetworkDriver,
  tiktok: tiktok as unknown as NetworkDriver,
  facebook: facebook as unknown as NetworkDriver,
  instagram: instagram as unknown as NetworkDriver,
  vimeo: vimeo as unknown as NetworkDriver,
}

export function networkOf({ config }: { readonly config: Config }, network: SocialNetwork): Network {
  const driver = drivers[network]
  return { driver, client: networkClient(config, network, driver.hosts) }
}
