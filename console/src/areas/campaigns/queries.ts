import type { Advertiser, Campaign, CampaignCreative, CreativeReviewState } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

const campaignsKey = (environmentId: string) => ['campaigns', environmentId] as const

type CampaignsAsked = NonNullable<Parameters<typeof api<'listCampaigns'>>[1]['query']>
type AdvertisersAsked = NonNullable<Parameters<typeof api<'listAdvertisers'>>[1]['query']>
export type CampaignBody = Parameters<typeof api<'createCampaign'>>[1]['body']
type AdvertiserBody = Parameters<typeof api<'createAdvertiser'>>[1]['body']
type CreativeBody = Parameters<typeof api<'createCampaignCreative'>>[1]['body']

export function campaignsQuery(environmentId: string, query: CampaignsAsked) {
  const key = [...campaignsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listCampaigns', { environmentId, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function campaignQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...campaignsKey(environmentId), 'campaign', id],
    queryFn: ({ signal }) => api('getCampaign', { environmentId, params: { id }, signal }),
  })
}

export function creativesQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: [...campaignsKey(environmentId), 'creatives', id],
    queryFn: ({ signal }) => api('listCampaignCreatives', { environmentId, params: { id }, signal }),
  })
}

/** File of a creative. It is cached only while it is shown, because it is large. */
export function creativeFileQuery(
  environmentId: string,
  { campaignId: id, id: creativeId, submittedAt }: CampaignCreative,
) {
  return queryOptions({
    queryKey: ['creative-file', environmentId, creativeId, submittedAt],
    queryFn: ({ signal }) =>
      fetchFile('getCreativeFile', { environmentId, params: { id, creativeId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** @param from first day in UTC @param to last day in UTC */
export function reportQuery(environmentId: string, id: string, from: string, to: string) {
  return queryOptions({
    queryKey: [...campaignsKey(environmentId), 'report', id, from, to],
    queryFn: ({ signal }) =>
      api('getCampaignReport', { environmentId, params: { id }, query: { from, to }, signal }),
  })
}

export function advertisersQuery(environmentId: string, query: AdvertisersAsked) {
  const key = [...campaignsKey(environmentId), 'advertisers'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listAdvertisers', { environmentId, query, signal }),
    placeholderData: keepPage(key),
  })
}

export function reviewsQuery(environmentId: string, state: CreativeReviewState, pageNum: number) {
  const key = [...campaignsKey(environmentId), 'reviews', state] as const
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) => api('listCreativeReviews', { environmentId, query: { state, pageNum }, signal }),
    placeholderData: keepPage(key),
  })
}

/** Ad channels for the targeting of a campaign. */
export function choosableChannelsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(environmentId), 'channels'],
    queryFn: ({ signal }) => api('listAdChannels', { environmentId, query: { pageSize: 100 }, signal }),
  })
}

/** Creates a campaign, or updates the one with this ID. */
export function useSaveCampaign(id: string | null) {
  const { environmentId, onSuccess } = useRefresh()
  return useMutation({
    mutationFn: ({ advertiserId, ...body }: CampaignBody) =>
      id === null
        ? api('createCampaign', { environmentId, body: { ...body, ...(advertiserId && { advertiserId }) } })
        : api('updateCampaign', { environmentId, params: { id }, body }),
    onSuccess,
  })
}

const stateCalls = { pause: 'pauseCampaign', resume: 'resumeCampaign' } as const

export function useTurnCampaign({ id, environmentId }: Campaign) {
  const { onSuccess } = useRefresh()
  return useMutation({
    mutationFn: (to: keyof typeof stateCalls) => api(stateCalls[to], { environmentId, params: { id } }),
    onSuccess,
  })
}

export function useDeleteCampaign() {
  const { onSuccess } = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId }: Campaign) => api('deleteCampaign', { environmentId, params: { id } }),
    onSuccess,
  })
}

/** Creates an advertiser, or updates the one with this ID. */
export function useSaveAdvertiser(id: string | null) {
  const { environmentId, onSuccess } = useRefresh()
  return useMutation({
    mutationFn: (body: AdvertiserBody) =>
      id === null
        ? api('createAdvertiser', { environmentId, body })
        : api('updateAdvertiser', { environmentId, params: { id }, body }),
    onSuccess,
  })
}

export function useTurnAdvertiser({ id, environmentId }: Advertiser) {
  const { onSuccess } = useRefresh()
  return useMutation({
    mutationFn: (enabled: boolean) =>
      api('updateAdvertiser', { environmentId, params: { id }, body: { enabled } }),
    onSuccess,
  })
}

export function useDeleteAdvertiser() {
  const { onSuccess } = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId }: Advertiser) =>
      api('deleteAdvertiser', { environmentId, params: { id } }),
    onSuccess,
  })
}

/** Adds a creative to a campaign, or updates the one with this ID. */
export function useSaveCreative(campaignId: string, creativeId: string | null) {
  const { environmentId, onSuccess } = useRefresh()
  return useMutation({
    mutationFn: (body: CreativeBody) =>
      creativeId === null
        ? api('createCampaignCreative', { environmentId, params: { id: campaignId }, body })
        : api('updateCampaignCreative', { environmentId, params: { id: campaignId, creativeId }, body }),
    onSuccess,
  })
}

export function useDeleteCreative() {
  const { environmentId, onSuccess } = useRefresh()
  return useMutation({
    mutationFn: ({ campaignId: id, id: creativeId }: CampaignCreative) =>
      api('deleteCampaignCreative', { environmentId, params: { id, creativeId } }),
    onSuccess,
  })
}

/** Approves or rejects the version of a creative that is shown. */
export function useReviewCreative({
  campaignId: id,
  id: creativeId,
  submittedAt,
  fileHash,
}: CampaignCreative) {
  const { environmentId, onSuccess } = useRefresh()
  return useMutation({
    mutationFn: (body: { approved: boolean; reason: string }) =>
      api('reviewCampaignCreative', {
        environmentId,
        params: { id, creativeId },
        body: { ...body, submittedAt, ...(fileHash !== null && { fileHash }) },
      }),
    onSuccess,
  })
}

/** Refetches all queries of campaigns, because a change affects several lists. */
function useRefresh() {
  const queries: QueryClient = useQueryClient()
  const { environment } = useWorkspace()
  const { id: environmentId } = environment
  return {
    environmentId,
    onSuccess: () => queries.invalidateQueries({ queryKey: campaignsKey(environmentId) }),
  }
}
