import { alwaysGranted } from '@kinora/contract'

const all = { create: true, read: true, update: true, delete: true }

/** The permissions of people of an advertiser: its campaigns, and nothing else. Modules that are granted by default are
 * named, so that people who look at the role see that it does not have them. */
export function advertiserPermissions(advertiser: { id: string; environmentId: string }): string {
  const none = Object.fromEntries(alwaysGranted.map((module) => [module, {}]))
  return JSON.stringify({ 'Ad Insertion': { Campaign: all }, ...none, filter: { advertiser } })
}
