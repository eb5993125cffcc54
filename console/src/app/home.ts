import type { Environment } from '@kinora/contract'

const videos = '/$environmentId/videos'

/** The first screen of an environment. People of an advertiser have only campaigns. */
export function homeRoute(environment: Pick<Environment, 'grants'> | undefined) {
  const grants = environment?.grants ?? []
  const isOfAdvertiser =
    grants.length > 0 && grants.every((right) => right.startsWith('Ad Insertion.Campaign.'))
  return isOfAdvertiser ? '/$environmentId/campaigns' : videos
}
