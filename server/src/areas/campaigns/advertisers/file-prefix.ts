/** Prefix of the copies of files of a campaign in storage, or of one of its creatives. */
export function copiesPrefix(environmentId: string, campaignId: string, creativeId?: string): string {
  const prefix = `campaigns/${environmentId}/${campaignId}`
  return creativeId === undefined ? prefix : `${prefix}/${creativeId}`
}
