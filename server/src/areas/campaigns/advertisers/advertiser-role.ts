import { alwaysGranted } from '@kinora/contract'

const all = { create: true, read: true, update: true, delete: true }

/** Permissions of an advertiser's role: only its campaigns. Modules that are granted by default are listed as empty, so that the
 * role shows that it does not have them. */
export function advertiserPermissions(advertiser: { id: string; environmentId: string }): string {
  const none = Object.fromEntries(alwaysGranted.map((module) => [module, {}]))
  return JSON.stringify({ 'Ad Insertion': { Campaign: all }, ...none, filter: { advertiser } })
}
